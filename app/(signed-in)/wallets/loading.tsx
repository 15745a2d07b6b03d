import { SkeletonRows } from '@/components/ui/skeleton';

export default function LoadingWallets() {
  return (
    <>
      <h1>Wallets</h1>
      {/* The place of the line that counts them. */}
      <div className="mt-1 mb-6 h-[22px]" />
      <SkeletonRows count={2} />
    </>
  );
}
