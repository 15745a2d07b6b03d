import type { CheckedPublicPage, PageProof } from 'countersign/proof/public-page';

type Checked = Extract<CheckedPublicPage, { status: 'checked' }>;

/** The worst verdict of its proofs; `still-to-come` if it has none, which leaves nothing to verify. */
export function judgePage({ proofs, isValid }: Checked): 'sound' | 'unsound' | 'still-to-come' {
  if (proofs.some(({ verdict }) => verdict === 'invalid')) return 'unsound';
  return isValid ? 'sound' : 'still-to-come';
}

/** Shows of a failing proof only its position, and of the page only validated fields. */
export function describePage(checked: Checked, site: string | null): string {
  const { page, proofs } = checked;
  const count = (verdict: PageProof['verdict']) => proofs.filter((proof) => proof.verdict === verdict).length;
  const verdicts = {
    sound: `Sound: each of ${proofs.length} statements was signed by its key and names the account ${page.accountCode}. ${explainVouching(page.url, site)}`,
    unsound: `Not sound: ${count('invalid')} of ${proofs.length} proofs failed. Don't rely on this page.`,
    'still-to-come': `Not all can be checked yet: ${count('withheld')} of ${proofs.length} proofs have no evidence, and none of the others failed. Try again after the time shown.`,
  };
  if (proofs.length === 0) return 'This page lists no proofs.';
  return [
    ...proofs.map(describeOne),
    ...(page.github
      ? [
          `      The site says that GitHub confirmed ${page.github.handle} (number ${page.github.id}) at ${page.github.confirmedAt}. No signature proves this.`,
        ]
      : []),
    '',
    verdicts[judgePage(checked)],
  ].join('\n');
}

function explainVouching(url: string, site: string | null): string {
  return site === new URL(url).origin
    ? `${site} returned this page just now, so its proofs are active.`
    : `Only the site can confirm that they are its own and still active: ${url}`;
}

function describeOne({ verdict, checked }: PageProof, place: number): string {
  if (verdict === 'withheld' && checked.status === 'withheld')
    return `wait  ${checked.proof.id}  ${checked.proof.provenAt}  evidence available at ${checked.proof.evidenceAt}`;
  if (verdict === 'invalid' || checked.status !== 'checked') return `FAIL  proof ${place + 1}`;
  const { id, address, provenAt } = checked.proof;
  return `pass  ${id}  ${address}  ${provenAt}`;
}
