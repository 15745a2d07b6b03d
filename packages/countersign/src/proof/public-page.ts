import * as z from 'zod/mini';
import {
  type CheckedPublicProof,
  checkPublicProof,
  nameAccount,
  type StandingProof,
  type WithheldProof,
} from './public-proof.ts';
import { isOrigin } from './read-statement.ts';

/** A reader of pages from elsewhere accepts no more than this. A proof has about 3 kB as JSON. */
export const longestPublicPageBytes = 256 * 1024;

export const pageHead = { kind: 'countersign-page', version: 1 } as const;

export const PageId = z.string().check(z.regex(/^[0-9a-f]{32}$/));

const Page = z.object({
  kind: z.literal(pageHead.kind),
  version: z.literal(pageHead.version),
  id: PageId,
  /** The page for people. */
  url: z.string().check(z.maxLength(500)),
  accountCode: z.string().check(z.maxLength(20)),
  /** The site's word, which no signature proves. After a rename, GitHub may give the handle to another user; the number stays. */
  github: z.optional(
    z.object({
      handle: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,38}$/)),
      id: z.string().check(z.regex(/^[0-9]{1,20}$/)),
      confirmedAt: z.iso.datetime({ offset: true }),
    }),
  ),
  proofs: z.array(z.unknown()).check(z.maxLength(20)),
});

/** The response of `GET /api/v1/people/{id}`: the public proofs that a person lists together. */
export type PublicPage = Omit<z.infer<typeof Page>, 'proofs'> & { proofs: (StandingProof | WithheldProof)[] };

/** `withheld`: its evidence isn't available yet. `invalid`: a check failed, or it is of another account or site, or listed twice. */
export type PageProof = { verdict: 'valid' | 'withheld' | 'invalid'; checked: CheckedPublicProof };

export type CheckedPublicPage =
  | { status: 'unreadable' }
  /** Valid if it has proofs and all are. Only the site, at `url`, knows whether they are still current, and that none is left out. */
  | { status: 'checked'; page: Omit<PublicPage, 'proofs'>; isValid: boolean; proofs: PageProof[] };

/**
 * Checks the JSON of a person's page, from any source, using only its contents: each proof, and that all are of the page's account and
 * site. Pure, never throws.
 * @param json any value that JSON.parse returns
 */
export function checkPublicPage(json: unknown): CheckedPublicPage {
  const parsed = Page.safeParse(json);
  if (!parsed.success) return { status: 'unreadable' };
  const { proofs: listed, ...page } = parsed.data;
  const origin = URL.canParse(page.url) ? new URL(page.url).origin : '';
  if (!isOrigin(origin) || page.url !== `${origin}/people/${page.id}`) return { status: 'unreadable' };
  const seen = new Set<string>();
  const proofs = listed.map((json): PageProof => {
    const checked = checkPublicProof(json);
    if (checked.status !== 'checked' && checked.status !== 'withheld') return { verdict: 'invalid', checked };
    const { accountCode, chain, address, ...proof } = checked.proof;
    const isOfPage = accountCode === page.accountCode && proof.origin === origin;
    const isRepeated = seen.size === seen.add(`${chain} ${address}`).size;
    if (!isOfPage || isRepeated) return { verdict: 'invalid', checked };
    if (checked.status === 'withheld') return { verdict: 'withheld', checked };
    return { verdict: checked.isValid ? 'valid' : 'invalid', checked };
  });
  const isValid = proofs.length > 0 && proofs.every(({ verdict }) => verdict === 'valid');
  return { status: 'checked', page, isValid, proofs };
}

/** The name on the newest proof that has one, to which the owner agreed there. @param proofs oldest first */
export function namePage(proofs: PublicPage['proofs']): ReturnType<typeof nameAccount> {
  return proofs.flatMap((proof) => nameAccount(proof) ?? []).at(-1) ?? null;
}
