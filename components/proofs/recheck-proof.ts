import type { CheckedPublicPage } from 'countersign/proof/public-page';
import type { CheckedPublicProof, StandingProof } from 'countersign/proof/public-proof';
import { type PublicProofCheck, publicProofChecks } from 'countersign/proof/public-proof-checks';

export type ShownCheck = { name: PublicProofCheck['name'] | 'page'; sentence: string; passed: boolean };

export type Recheck =
  | { status: 'gone' }
  | { status: 'failed'; checks: ShownCheck[] }
  | { status: 'passed'; checks: ShownCheck[] };

/** Fetches a proof's JSON, checks it in the browser, and compares it with the page. Throws if there is no answer to check. */
export async function recheckProof(shown: StandingProof): Promise<Recheck> {
  const answer = await fetch(`/api/v1/proofs/${shown.id}`, { cache: 'no-store', credentials: 'omit' });
  if (answer.status === 404 || answer.status === 410) return { status: 'gone' };
  if (!answer.ok) throw new Error(`The proof was answered with status ${answer.status}`);
  const checked = await checkInWorker<CheckedPublicProof>(await answer.json().catch(() => null));
  if (checked.status === 'ended') return { status: 'gone' };
  // Answered by another server process, whose clock is behind.
  if (checked.status === 'withheld') throw new Error('The evidence of the proof is not out yet');
  if (checked.status === 'unreadable') return { status: 'failed', checks: [] };
  const { proof } = checked;
  const isShown = (Object.keys(shown) as (keyof StandingProof)[]).every(
    (name) => shown[name] === proof[name],
  );
  const checks: ShownCheck[] = [
    ...checked.checks.map(({ name, passed }) => ({ name, passed, sentence: publicProofChecks[name] })),
    { name: 'page', passed: isShown, sentence: 'This page matches the JSON.' },
  ];
  return { status: checked.isValid && isShown ? 'passed' : 'failed', checks };
}

/** Rejects if the browser can't run the worker. */
export function checkInWorker<Checked extends CheckedPublicProof | CheckedPublicPage>(
  json: unknown,
): Promise<Checked> {
  const worker = new Worker(new URL('./proof-check-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Checked>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Checked>) => resolve(data);
    worker.onerror = () => reject(new Error('The check could not be run'));
    worker.postMessage(json);
  }).finally(() => worker.terminate());
}
