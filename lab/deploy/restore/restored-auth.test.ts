import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { applySchema } from '../../../cli/schema/apply-schema';
import { connect } from '../../../cli/schema/connect';
import { readExpectedSchema, readMigrations } from '../../../cli/schema/migrations-folder';
import { asServer, fillProject } from '../testing/fill-project';
import { makeProject, prepareCluster } from '../testing/make-project';
import { askForTokens, startAuth } from '../testing/start-auth';
import { type Postgres, startPostgres } from '../testing/start-postgres';

// The end of the drill in restore.test.ts: a user signs in at a real Auth server, which AUTH_BINARY names since the project has none.

const binary = process.env.AUTH_BINARY?.trim() ?? '';

const running: Array<() => Promise<void>> = [];
afterAll(async () => {
  for (const stop of running.splice(0).reverse()) await stop();
});

async function startProject(): Promise<Postgres> {
  const postgres = await startPostgres();
  running.push(postgres.remove);
  prepareCluster(postgres);
  const client = await connect(postgres.url(makeProject(postgres, 'site')));
  const [migrations, expected] = [readMigrations(), readExpectedSchema()];
  const options = { migrations, expected, lockTimeoutSeconds: 5, say: () => undefined };
  await applySchema(client, options).finally(() => client.end());
  return postgres;
}

function run(script: string, ...args: string[]): string {
  const options = { encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync('sh', [join('deploy/restore', script), ...args], options);
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${stderr}`);
  return stdout;
}

async function serve(postgres: Postgres) {
  const auth = await startAuth(postgres, 'site', binary);
  running.push(auth.stop);
  return auth;
}

test('after a restore a user signs in at Auth and sees their own wallets, and earlier sessions are invalid', async () => {
  const lost = await startProject();
  const [ann] = fillProject(lost, 'site');
  if (!ann) throw new Error('Nobody is there.');
  const { email, password } = ann;
  const before = await askForTokens(await serve(lost), 'password', { email, password });
  expect(before.status).toBe(200);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-auth-drill-'));
  const renewed = await startProject();
  try {
    run('dump.sh', lost.url('site'), join(folder, 'dump'));
    run('restore.sh', join(folder, 'dump'), renewed.url('site'));
  } finally {
    rmSync(folder, { recursive: true });
  }

  const auth = await serve(renewed);
  const wrong = await askForTokens(auth, 'password', { email, password: `${password}!` });
  expect(wrong).toMatchObject({ status: 400, answer: { error_code: 'invalid_credentials' } });
  const refreshed = { refresh_token: String(before.answer.refresh_token) };
  expect(await askForTokens(auth, 'refresh_token', refreshed)).toMatchObject({
    status: 400,
    answer: { error_code: 'refresh_token_not_found' },
  });
  const { status, answer } = await askForTokens(auth, 'password', { email, password });
  expect(status).toBe(200);
  const claims = decodeJwt(String(answer.access_token));
  expect(claims).toMatchObject({ sub: ann.userId, role: 'authenticated', aal: 'aal1' });
  asServer(
    renewed,
    'site',
    `countersign.record_session('${claims.sub}', '${claims.session_id}', 'password', null)`,
  );
  const seen = renewed.psql(
    'site',
    `select set_config('request.jwt.claims', '${JSON.stringify(claims)}', false); set role authenticated; select address from countersign.live_wallets`,
  );
  expect(seen.trim().split('\n').slice(1)).toEqual([ann.address]);
  const next = await askForTokens(auth, 'refresh_token', { refresh_token: String(answer.refresh_token) });
  expect(next.status).toBe(200);
});
