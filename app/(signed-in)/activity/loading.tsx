import { SkeletonRows } from '@/components/ui/skeleton';

export default function LoadingActivity() {
  return (
    <>
      <h1 className="mb-6">Activity</h1>
      <SkeletonRows count={5} />
    </>
  );
}
