import { SkeletonRows } from '@/components/ui/skeleton';

export default function LoadingWallets() {
  return (
    <>
      <h1 className="mb-6">Wallets</h1>
      <SkeletonRows count={2} />
    </>
  );
}
