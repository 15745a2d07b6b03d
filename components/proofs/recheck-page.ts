import { type CheckedPublicPage, namePage, type PublicPage } from 'countersign/proof/public-page';
import { checkInWorker } from './recheck-proof';

/** The values of a page that it shows. */
export type ShownPage = ReturnType<typeof summarizePage>;

export function summarizePage({ id, accountCode, github, proofs }: PublicPage) {
  return {
    ...{ id, accountCode, name: namePage(proofs) },
    github: github ? [github.handle, github.id, github.confirmedAt] : null,
    proofs: proofs.map(({ id, address, provenAt }) => ({ id, address, provenAt })),
  };
}

export type PageRecheck = { status: 'gone' | 'failed' } | { status: 'passed'; checked: string[] };

/**
 * Fetches the JSON of a page, checks its proofs in the browser, and compares it with the page. `checked`: the addresses whose proofs
 * passed; the evidence of the others isn't available yet. Throws if there is no answer to check.
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
  const passed = shown.proofs.filter((_, place) => checked.proofs[place]?.verdict === 'valid');
  return isShown ? { status: 'passed', checked: passed.map(({ address }) => address) } : { status: 'gone' };
}
