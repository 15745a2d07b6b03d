import type { IssuedChallenge } from '@/lib/proofs/issue-challenge';
import { demoWalletName } from '../demo/demo-wallet-name';
import { StatementPaper } from './statement-preview';

/** What the demo wallet has signed. It has no window that shows the text first, so it stays to be read after. */
export function SignedWithoutAsking({ challenge }: { challenge: IssuedChallenge }) {
  return (
    <details open className="w-full max-w-[420px]">
      <summary className="cursor-pointer py-3 font-semibold">What the {demoWalletName} signed</summary>
      <p className="mb-3 text-muted">
        The {demoWalletName} signs without asking. A real wallet shows you this text first.
      </p>
      <StatementPaper name="The signed statement" challenge={challenge} isWhole />
    </details>
  );
}
