import { type CheckedPublicPage, namePage, type PublicPage } from 'countersign/proof/public-page';
import { checkInWorker } from './recheck-proof';

/** The values of a page that it shows. */
export type ShownPage = ReturnType<typeof summarizePage>;

export function summarizePage({ id, accountCode, github, proofs }: PublicPage) {
  return {
    ...{ id, accountCode, name: namePage(proofs), github: github?.handle ?? null },
    proofs: proofs.map(({ id, address, provenAt }) => ({ id, address, provenAt })),
  };
}

export type PageRecheck = { status: 'gone' } | { status: 'failed' } | { status: 'passed'; count: number };

/**
 * Fetches the JSON of a page, checks its proofs in the browser, and compares it with the page. `count`: the proofs that passed; the
 * evidence of the others isn't available yet. Throws if there is no answer to check.
 */
export async function recheckPage(shown: ShownPage): Promise<PageRecheck> {
  const answer = await fetch(`/api/v1/people/${shown.id}`, { cache: 'no-store', credentials: 'omit' });
  if (answer.status === 404) return { status: 'gone' };
  if (!answer.ok) throw new Error(`The page was answered with status ${answer.status}`);
  const json = await answer.json().catch(() => null);
  const checked = await checkInWorker<CheckedPublicPage>(json);
  if (checked.status !== 'checked' || checked.proofs.some(({ verdict }) => verdict === 'invalid'))
    return { status: 'failed' };
  // The check has read it.
  const isShown = JSON.stringify(summarizePage(json as PublicPage)) === JSON.stringify(shown);
  const count = checked.proofs.filter(({ verdict }) => verdict === 'valid').length;
  return isShown ? { status: 'passed', count } : { status: 'gone' };
}
