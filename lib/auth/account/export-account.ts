import 'server-only';
import { exportHead } from 'countersign/proof/exported-proofs';
import { z } from 'zod';
import { readDevice } from '../../device.ts';
import { environment } from '../../env.ts';
import { describeStoredProof, StoredProof, StoredTime } from '../../proofs/describe-stored-proof.ts';
import { consumeAttempt } from '../../rate-limit/consume.ts';
import type { Result } from '../../result.ts';
import type { Viewer } from '../../session/viewer.ts';
import { callAsViewer } from '../../supabase/call-as-viewer.ts';
import { callFunction } from '../../supabase/call-function.ts';
import { checkRecentAuth } from '../step-up/require-recent-auth.ts';

/** A proof is about 3 kB, so a page stays below 1 MB. */
const rowsAtOnce = 200;

/** Streams one JSON file, so that memory stays small; a failed read fails the download. `account.too_many_exports`, or step-up's refusals. */
export async function exportAccount(viewer: Viewer): Promise<Result<{ json: ReadableStream<Uint8Array> }>> {
  // A request that step-up refuses doesn't count against the limit.
  const present = await checkRecentAuth(viewer);
  if (!present.ok) return present;
  const taken = await consumeAttempt('export', { account: viewer.id });
  if (!taken.ok) return { ...taken, code: 'account.too_many_exports' };
  const started = await callAsViewer(viewer, 'start_export', { p_device: await readDevice() });
  return started.ok ? { ok: true, json: toBytes(writeExport(viewer.id, Once.parse(started.rows))) } : started;
}

/** Data that isn't a list, as the database returns it. */
const Once = z.record(z.string(), z.unknown());

async function* writeExport(userId: string, once: object): AsyncGenerator<string> {
  const head = { ...exportHead, exportedAt: new Date().toISOString(), site: environment().siteUrl };
  yield JSON.stringify({ ...head, ...once }, null, 2).slice(0, -'\n}'.length);
  yield* writeList('wallets', readRows('export_wallets', userId));
  yield* writeList('proofs', describeProofs(readRows('export_proofs', userId)));
  yield* writeList('activity', readRows('export_activity', userId));
  yield '\n}\n';
}

async function* writeList(name: string, rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = '\n    ';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n    ';
  }
  yield '\n  ]';
}

async function* readRows(
  name: 'export_wallets' | 'export_proofs' | 'export_activity',
  userId: string,
): AsyncGenerator<{ id: string | number }> {
  let after: string | number | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(name, userId, after);
    yield* page;
    after = page.length === rowsAtOnce ? (page.at(-1)?.id ?? null) : null;
  } while (after !== null);
}

const Page = z.array(z.looseObject({ id: z.union([z.string(), z.number()]) }));

async function readPage(
  name: 'export_wallets' | 'export_proofs' | 'export_activity',
  userId: string,
  after: string | number | null,
) {
  const of = { p_user_id: userId, p_at_most: rowsAtOnce };
  const page =
    name === 'export_activity'
      ? await callFunction(name, { ...of, p_after: after === null ? null : Number(after) })
      : await callFunction(name, { ...of, p_after: after === null ? null : String(after) });
  if (!page.ok) throw new Error(`An export was interrupted: ${page.code}`);
  return Page.parse(page.rows);
}

const ProofRow = z.object({
  id: z.uuid(),
  walletId: z.uuid(),
  isPublic: z.boolean(),
  status: z.enum(['standing', 'removed', 'moved', 'replaced']),
  endedAt: StoredTime.nullable(),
  proof: StoredProof,
});

/** Each proof as on its public page, with the time and reason of its end, so that readers can verify it. */
async function* describeProofs(rows: AsyncIterable<unknown>): AsyncGenerator<object> {
  for await (const row of rows) {
    const { id, walletId, isPublic, status, endedAt, proof } = ProofRow.parse(row);
    const ending = endedAt === null ? {} : { endedAt };
    yield { ...describeStoredProof(id, proof), status, ...ending, isPublic, walletId };
  }
}

function toBytes(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
