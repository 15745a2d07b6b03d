'use client';

import type { StandingProof } from 'countersign/proof/public-proof';
import { useCallback, useEffect, useState } from 'react';
import { Button, buttonClasses } from '@/components/ui/button';
import { Problem } from '@/components/ui/problem';
import { publicProofErrors } from '@/lib/errors/public-proof';
import { toProblem } from '@/lib/problem';
import type { Recheck, ShownCheck } from './recheck-proof';

type Checking = { status: 'not-checked' } | { status: 'checking' } | { status: 'impossible' } | Recheck;

const problems: Partial<Record<Checking['status'], keyof typeof publicProofErrors>> = {
  failed: 'proof.check_failed',
  gone: 'proof.no_longer_public',
  impossible: 'proof.check_impossible',
};

/** Checks the proof again in the visitor's browser. Drawn as "not checked", and so it stays without JavaScript. */
export function ProofCheck({ shown }: { shown: StandingProof }) {
  const [checking, setChecking] = useState<Checking>({ status: 'not-checked' });

  const check = useCallback(async () => {
    setChecking({ status: 'checking' });
    try {
      const { recheckProof } = await import('./recheck-proof');
      setChecking(await recheckProof(shown));
    } catch {
      // No code or no answer. The catalogue says so.
      setChecking({ status: 'impossible' });
    }
  }, [shown]);

  useEffect(() => {
    check();
  }, [check]);

  const { status } = checking;
  const problem = problems[status];
  const checks = 'checks' in checking ? checking.checks : [];
  return (
    <section className="mt-4 grid gap-1 print:gap-3" aria-busy={status === 'checking'}>
      <h2>Check in your browser</h2>
      {problem ? <Problem problem={toProblem(problem, publicProofErrors[problem])} /> : null}
      <p role="status">{sayHowItWent(checking)}</p>
      <p className="text-small text-muted [@media(scripting:enabled)]:hidden print:hidden">
        This check needs JavaScript. You can also check the JSON below on your own machine.
      </p>
      {/* Its place is kept from the start, so that nothing moves when the answer comes. */}
      <details
        key={String(status === 'failed')}
        open={status === 'failed'}
        className={`[@media(scripting:none)]:hidden ${checks.length > 0 ? '' : 'invisible'}`}
      >
        <summary
          className={buttonClasses(
            'quiet',
            '-ml-2.5 list-none [&::-webkit-details-marker]:hidden print:hidden',
          )}
        >
          What was checked
        </summary>
        <CheckList checks={checks} />
      </details>
      {status === 'impossible' ? (
        <Button className="justify-self-start" onClick={check}>
          Check again
        </Button>
      ) : null}
      {status === 'gone' ? (
        <Button className="justify-self-start" onClick={() => location.reload()}>
          Reload
        </Button>
      ) : null}
    </section>
  );
}

function sayHowItWent(checking: Checking): string {
  if (checking.status === 'checking') return 'Checking in this browser…';
  if (checking.status === 'not-checked' || checking.status === 'impossible')
    return 'Not checked in this browser.';
  if (checking.status === 'gone') return '';
  const { checks } = checking;
  if (checks.length === 0) return 'The JSON of this proof is not a proof.';
  const failed = checks.filter(({ passed }) => !passed).length;
  return failed === 0
    ? `All ${checks.length} checks passed in this browser.`
    : `${failed} of ${checks.length} checks failed in this browser.`;
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
