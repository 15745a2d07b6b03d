import { describeError } from '@/lib/result';
import { WhatIsCountersign } from './what-is-countersign';

/** A private proof, an unknown one and a malformed id look the same. */
export function NoPublicProof() {
  const { title, hint } = describeError('proof.not_found');
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <h1>{title}</h1>
        <p className="text-muted">{hint}</p>
      </div>
      <WhatIsCountersign />
    </div>
  );
}
