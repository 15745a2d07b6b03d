import { versionOfText } from './statement.ts';

/** The clocks of this site, of the database and of Auth may differ by this much. */
const marginMilliseconds = 60_000;

/**
 * From when on what was signed may be handed out. Until a text of version 1 has expired, Auth takes it as a sign-in from
 * anyone who has it with its signature.
 * @returns null for a text that Auth never takes: it may be handed out at once. Throws when a text of version 1 names
 * no time.
 */
export function findEvidenceTime(text: string): Date | null {
  if (versionOfText(text) !== 1) return null;
  const expiresAt = Date.parse(/Expiration Time: (\S+)$/.exec(text)?.[1] ?? '');
  if (Number.isNaN(expiresAt)) throw new Error('A stored statement that signs in never expires');
  return new Date(expiresAt + marginMilliseconds);
}
