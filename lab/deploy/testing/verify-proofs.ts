import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportHead } from 'countersign/proof/exported-proofs';
import { z } from 'zod';
import { describeStoredProof, StoredProof } from '../../../lib/proofs/describe-stored-proof';
import { asServer } from './fill-project';
import type { Postgres } from './start-postgres';

const Rows = z.array(z.object({ id: z.uuid(), status: z.string(), proof: StoredProof }));

/** Verifies every proof of these users offline with `npm run verify-proof`. Returns its exit code and output. */
export function verifyProofs(postgres: Postgres, database: string, userIds: string[]) {
  const proofs = userIds.flatMap((userId) =>
    Rows.parse(
      JSON.parse(asServer(postgres, database, `countersign.export_proofs('${userId}', null, 1000)`)),
    ).map(({ id, status, proof }) => ({ ...describeStoredProof(id, proof), status })),
  );
  const folder = mkdtempSync(join(tmpdir(), 'countersign-export-'));
  try {
    const file = join(folder, 'export.json');
    writeFileSync(file, JSON.stringify({ ...exportHead, proofs }));
    const ran = spawnSync(process.execPath, ['scripts/run.mjs', 'verify-proof', file], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    return { count: proofs.length, code: ran.status, output: `${ran.stdout}${ran.stderr}` };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
