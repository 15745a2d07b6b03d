'use client';

import type { StandingProof } from 'countersign/proof/public-proof';
import { Button } from '@/components/ui/button';
import { Fold } from '@/components/ui/fold';
import { Icon } from '@/components/ui/icon';
import { Problem } from '@/components/ui/problem';
import { publicProofErrors } from '@/lib/errors/public-proof';
import { toProblem } from '@/lib/problem';
import type { Recheck, ShownCheck } from './recheck-proof';
import { type Unchecked, useRecheck } from './use-recheck';

type Checking = Unchecked | Recheck;

const problems: Partial<Record<Checking['status'], keyof typeof publicProofErrors>> = {
  failed: 'proof.check_failed',
  gone: 'proof.no_longer_public',
  impossible: 'proof.check_impossible',
};

const recheck = async (shown: StandingProof) => (await import('./recheck-proof')).recheckProof(shown);

/** Checks the proof again in the visitor's browser. Renders as "not checked", and stays so without JavaScript. */
export function ProofCheck({ shown }: { shown: StandingProof }) {
  const { checking, check } = useRecheck(recheck, shown);
  const { status } = checking;
  const problem = problems[status];
  const checks = 'checks' in checking ? checking.checks : [];
  const said = describeOutcome(checking);
  return (
    <section aria-busy={status === 'checking'}>
      {problem ? (
        <div className="grid justify-items-start gap-2 pb-4">
          <Problem problem={toProblem(problem, publicProofErrors[problem])} />
          {status === 'impossible' ? <Button onClick={check}>Check again</Button> : null}
          {status === 'gone' ? <Button onClick={() => location.reload()}>Reload</Button> : null}
        </div>
      ) : null}
      <Fold
        title="Check in your browser"
        isOpen={status === 'failed'}
        aside={
          <span
            role="status"
            className={`flex min-w-[136px] items-center justify-end gap-1.5 ${status === 'passed' ? 'text-ink' : ''}`}
          >
            {status === 'passed' ? <Icon name="tick" size={14} /> : null}
            <span>
              {said}
              <span className="sr-only"> in this browser.</span>
            </span>
          </span>
        }
      >
        <p className="text-small text-muted [@media(scripting:enabled)]:hidden print:hidden">
          This check needs JavaScript. You can also check the JSON below on your own machine.
        </p>
        {checks.length > 0 ? <CheckList checks={checks} /> : null}
      </Fold>
    </section>
  );
}

function describeOutcome(checking: Checking): string {
  if (checking.status === 'checking') return 'Checking';
  if (!('checks' in checking)) return 'Not checked';
  const { checks } = checking;
  const failed = checks.filter(({ passed }) => !passed).length;
  if (checks.length === 0) return 'Not a proof';
  return failed === 0 ? `All ${checks.length} checks passed` : `${failed} of ${checks.length} checks failed`;
}

function CheckList({ checks }: { checks: ShownCheck[] }) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {checks.map(({ name, sentence, passed }) => (
        <li key={name} data-check={name} className="flex gap-3 py-2">
          <span className={`w-14 shrink-0 font-semibold ${passed ? '' : 'text-danger'}`}>
            {passed ? 'Passed' : 'Failed'}
          </span>
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}
