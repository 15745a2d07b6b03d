import * as z from 'zod/mini';
import { isNameOfStatement } from './display-name.ts';
import { type PublicProofCheck, publicProofChecks } from './public-proof-checks.ts';
import { namesSite, type ReadStatement, readMessageText, readStatement } from './read-statement.ts';
import { type ProofMethod, proofMethods } from './statement.ts';
import { readAddress, verifyProof } from './verify.ts';

// By default zod tries to compile code from text. A page's Content Security Policy forbids it, and Firefox reports the attempt.
z.config({ jitless: true });

/** A reader of proofs from elsewhere accepts no more than this. A proof has about 3 kB as JSON. */
export const longestPublicProofBytes = 64 * 1024;

// Smaller than zod's own formats, like `z.literal` than `z.enum`: browsers load this file.
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i));
const kind = z.literal('countersign-proof');
const head = { kind, version: z.literal(1), id: uuid };
const time = z.string().check(
  z.regex(/^[\d-]{10}T[\d:.]{8,20}(Z|[+-]\d\d:\d\d)$/),
  z.refine((text) => Number.isFinite(Date.parse(text))),
);
const bytes = z.string().check(z.maxLength(4096), z.refine(isBase64));

const about = {
  id: uuid,
  status: z.literal('standing'),
  accountCode: z.string().check(z.maxLength(20)),
  method: z.literal(proofMethods),
  chain: z.string().check(z.maxLength(40)),
  address: z.string().check(z.maxLength(100)),
  origin: z.string().check(z.maxLength(400)),
  provenAt: time,
  /** The page that shows the proof and its current status. */
  url: z.string().check(z.maxLength(500)),
};

const StandingProof = z.object({
  kind,
  /** The statement's version. */
  version: z.literal([1, 2, 3]),
  ...about,
  /** The account's name when it was proven, in any script. Not signed: the statement contains its ASCII form, or no name. */
  displayName: z.optional(z.string().check(z.maxLength(100))),
  /** The text of the signed message, to display. */
  statement: z.string().check(z.maxLength(2048)),
  message: bytes,
  signedBytes: bytes,
  signature: bytes,
});

/** The evidence follows later, because until then it can be used to sign in. */
const WithheldProof = z.object({ ...head, ...about, evidenceAt: time });

const EndedProof = z.object({
  ...head,
  status: z.literal(['removed', 'moved', 'replaced', 'deleted']),
  endedAt: time,
  /** The ID of the proof that replaced it, if that one is public too. */
  replacedBy: z.optional(uuid),
});

/** The response of `GET /api/v1/proofs/{id}`: a current proof, when its evidence follows, or how and when it ended. */
export const PublicProof = z.union([StandingProof, WithheldProof, EndedProof]);
export type PublicProof = z.infer<typeof PublicProof>;
export type StandingProof = z.infer<typeof StandingProof>;
export type WithheldProof = z.infer<typeof WithheldProof>;
export type EndedProof = z.infer<typeof EndedProof>;

/** `shown`: as the account wrote it; `signed`: as in the statement, in ASCII. Null without a name, or while the statement is withheld. */
export function nameAccount(
  proof: StandingProof | WithheldProof,
): { shown: string; signed: string | null } | null {
  if ('evidenceAt' in proof) return null;
  const signed = readStatement(proof.method, proof.statement)?.displayName ?? null;
  const shown = proof.displayName ?? signed;
  return shown === null ? null : { shown, signed };
}

export type CheckedPublicProof =
  | { status: 'unreadable' }
  | { status: 'ended'; proof: EndedProof }
  /** The evidence isn't available yet. */
  | { status: 'withheld'; proof: WithheldProof }
  /** Valid if every check passed. Only the site, at `url`, knows whether the proof is still current. */
  | { status: 'checked'; proof: StandingProof; isValid: boolean; checks: PublicProofCheck[] };

/** Tolerated difference between the clocks of server and database. */
const clockToleranceMilliseconds = 5 * 60_000;

/** Parses a text; null if it isn't a statement. A statement that names no account has no code. */
type StatementReader = (method: ProofMethod, text: string) => SaidByStatement | null;
type SaidByStatement = Omit<ReadStatement, 'purpose' | 'accountCode' | 'displayName'> & {
  accountCode?: string;
  displayName?: string | null;
};

/**
 * Checks the JSON of a public proof, from any source, using only its contents. Pure, never throws.
 * @param json any value that JSON.parse returns
 * @param read parses statements. A public proof's statement always names its account.
 */
export function checkPublicProof(json: unknown, read: StatementReader = readStatement): CheckedPublicProof {
  const parsed = PublicProof.safeParse(json);
  if (!parsed.success) return { status: 'unreadable' };
  const proof = parsed.data;
  if (proof.status !== 'standing') return { status: 'ended', proof };
  if ('evidenceAt' in proof) return { status: 'withheld', proof };
  const outcomes = checkStandingProof(proof, read);
  const checks = checkNames.flatMap((name) => {
    const passed = outcomes[name];
    return passed === 'not-made' ? [] : [{ name, passed }];
  });
  return { status: 'checked', proof, isValid: checks.every(({ passed }) => passed), checks };
}

const checkNames = Object.keys(publicProofChecks) as (keyof typeof publicProofChecks)[];

function checkStandingProof(
  proof: StandingProof,
  read: StatementReader,
): Record<keyof typeof publicProofChecks, boolean | 'not-made'> {
  const message = decode(proof.message);
  const signedBytes = decode(proof.signedBytes);
  const signature = decode(proof.signature);
  const address = readAddress(proof.address);
  const text = address.ok ? readMessageText(proof.method, message, address.publicKey) : null;
  const found = text === null ? null : read(proof.method, text);
  // A statement of another version doesn't count.
  const says = found?.version === proof.version ? found : null;
  const provenAt = Date.parse(proof.provenAt);
  return {
    signature: verifyProof({ ...proof, message, signedBytes, signature }).ok,
    statement: says !== null && proof.statement === text,
    address: says?.address === proof.address,
    account: checkAccount(says, proof),
    site: says !== null && namesSite(says, proof.origin),
    chain: says?.chain === proof.chain,
    time:
      says !== null &&
      provenAt >= says.issuedAt.getTime() - clockToleranceMilliseconds &&
      provenAt <= says.expiresAt.getTime() + clockToleranceMilliseconds,
    link: proof.url === `${proof.origin}/proofs/${proof.id}`,
  };
}

function checkAccount(says: SaidByStatement | null, proof: StandingProof): boolean | 'not-made' {
  const { accountCode, displayName } = proof;
  if (says !== null && says.accountCode === undefined) return displayName === undefined && 'not-made';
  return (
    says?.accountCode === accountCode &&
    (displayName === undefined || isNameOfStatement(displayName, says.displayName ?? null))
  );
}

/** Only the canonical encoding. */
function isBase64(text: string): boolean {
  try {
    return btoa(atob(text)) === text;
  } catch {
    return false;
  }
}

const decode = (text: string) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
