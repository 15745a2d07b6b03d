import { ReloadWhenReady } from '@/components/reload-when-ready';
import { Problem } from '@/components/ui/problem';
import { describeError } from '@/lib/result';

/** The backend is out of reach; the page comes back by itself. */
export function ProofUnavailable() {
  return (
    <div className="grid justify-items-start gap-6">
      <h1>One moment</h1>
      <Problem problem={describeError('proof.unavailable')} />
      <ReloadWhenReady />
    </div>
  );
}
