'use client';

import { type ReactNode, useEffect, useState } from 'react';
import type { PageRecheck, ShownPage } from '@/components/proofs/recheck-page';
import { type Unchecked, useRecheck } from '@/components/proofs/use-recheck';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import { Problem } from '@/components/ui/problem';
import { publicProofErrors } from '@/lib/errors/public-proof';
import { toProblem } from '@/lib/problem';
import { findAddress } from './find-address';

type CheckedPageProps = { shown: ShownPage; card: ReactNode; share: ReactNode; about: ReactNode };

const recheck = async (shown: ShownPage) =>
  (await import('@/components/proofs/recheck-page')).recheckPage(shown);

const problems: Partial<Record<string, keyof typeof publicProofErrors>> = {
  failed: 'page.check_failed',
  gone: 'page.changed',
  impossible: 'page.check_impossible',
};

/** Checks the listed proofs in the visitor's browser, which also decides the answer about a pasted address. */
export function CheckedPage({ shown, card, share, about }: CheckedPageProps) {
  const { checking, check, checkIfOutdated } = useRecheck(recheck, shown);
  useEffect(() => {
    document.addEventListener('visibilitychange', checkIfOutdated);
    return () => document.removeEventListener('visibilitychange', checkIfOutdated);
  }, [checkIfOutdated]);
  const { status } = checking;
  const total = shown.proofs.length;
  const checked = 'checked' in checking ? checking.checked.length : 0;
  const problem = problems[status];
  return (
    <div className="with-notes">
      <article
        aria-busy={status === 'checking'}
        className="self-start rounded-card border border-hairline bg-surface px-4 pt-5 wide:px-10 wide:pt-8 print:border-0 print:p-0"
      >
        {card}
        {problem ? (
          <div className="grid justify-items-start gap-2 pt-4">
            <Problem problem={toProblem(problem, publicProofErrors[problem])} />
            {status === 'impossible' ? <Button onClick={check}>Check again</Button> : null}
            {status === 'gone' ? <Button onClick={() => location.reload()}>Reload</Button> : null}
          </div>
        ) : null}
        <div className="grid gap-1 py-5 text-small text-muted">
          {total > 0 ? (
            <p role="status" className="flex gap-1.5 print:hidden [&>svg]:mt-0.5">
              {status === 'passed' ? <Icon name="tick" size={14} /> : null}
              <span className={status === 'passed' ? 'text-ink' : ''}>
                {describe(status, checked, total)}
              </span>
            </p>
          ) : null}
          <p className="[@media(scripting:enabled)]:hidden print:hidden">
            Nothing was checked, because that needs JavaScript. You can check the JSON on your own machine.
          </p>
          <p>
            {shown.name ? "The name is the owner's choice; the signatures are not. " : null}
            {shown.github
              ? 'Signatures prove the wallets. For the GitHub account, you rely on this site. '
              : null}
            <a href={`/api/v1/people/${shown.id}`} className="tappable print:hidden">
              Open as JSON
            </a>
          </p>
        </div>
      </article>
      <aside aria-label="About this page" className="grid content-start gap-6 text-small">
        {total > 0 ? (
          <>
            {share}
            <AddressQuestion shown={shown} checking={checking} onAsked={checkIfOutdated} />
          </>
        ) : null}
        {about}
      </aside>
    </div>
  );
}

function describe(status: string, checked: number, total: number): string {
  if (status !== 'passed') return status === 'checking' ? 'Checking…' : 'Not checked.';
  if (checked < total)
    return `${checked} of ${total} proofs checked in your browser. The signatures of the others follow within minutes.`;
  return total === 1
    ? 'The proof was checked in your browser.'
    : `All ${total} proofs checked in your browser.`;
}

type AddressQuestionProps = { shown: ShownPage; checking: PageRecheck | Unchecked; onAsked: () => void };

/** Answers from the page alone: no request tells the site which address the visitor asks about. */
function AddressQuestion({ shown, checking, onAsked }: AddressQuestionProps) {
  const [typed, setTyped] = useState('');
  const listed = shown.proofs.map(({ address }) => address);
  const { isYes, says } = findAddress(typed, listed, checking);
  return (
    <section className="grid gap-2 border-t border-hairline pt-4 no-js:hidden print:hidden">
      <h2 className="text-small font-semibold">Is an address theirs?</h2>
      <Field
        label="Solana address"
        name="address"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        hint="Paste it. It stays in your browser."
        keepsHint
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          onAsked();
        }}
      />
      {/* Also while empty: screen readers announce changes of a region that they know. */}
      <p role="status" className={isYes ? 'text-ink' : 'text-warning'}>
        {says}
      </p>
    </section>
  );
}
