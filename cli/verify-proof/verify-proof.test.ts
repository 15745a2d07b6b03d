import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base64 } from '@scure/base';
import { publicProofChecks } from 'countersign/proof/public-proof-checks';
import { signInFields, writeSignInText } from 'countersign/proof/statement';
import { facts, owner, toBytes } from '../../packages/countersign/src/testing/signed-statements.ts';
import { run } from '../main.ts';
import { inProject } from '../project/project-folder.ts';

const id = '0b0f6c7e-3d57-4c8b-9a55-2f1b6c1d7e90';
const ended = {
  kind: 'countersign-proof',
  version: 1,
  id,
  status: 'moved',
  endedAt: '2026-11-21T00:00:00Z',
};

function proofFrom(origin: string) {
  const statement = writeSignInText(signInFields({ ...facts, origin }));
  const message = base64.encode(toBytes(statement));
  return {
    ...{ kind: 'countersign-proof', version: 1, id, status: 'standing' },
    ...{ accountCode: facts.accountCode, method: 'sign_in', chain: facts.chain, address: facts.address },
    ...{ origin, statement, message, signedBytes: message },
    signature: base64.encode(owner.sign(toBytes(statement))),
    provenAt: '2026-11-20T09:01:00Z',
    url: `${origin}/proofs/${id}`,
  };
}

const pageId = 'a1'.repeat(16);
const pageFrom = (origin: string) => ({
  ...{ kind: 'countersign-page', version: 1, id: pageId, url: `${origin}/people/${pageId}` },
  ...{ accountCode: facts.accountCode, proofs: [proofFrom(origin)] },
});

/** A proof of version 1 whose statement has not expired. */
const withheld = {
  ...{ kind: 'countersign-proof', version: 1, id, status: 'standing', accountCode: facts.accountCode },
  ...{ method: 'sign_in', chain: facts.chain, address: facts.address, origin: facts.origin },
  ...{ provenAt: '2026-11-20T09:01:00Z', evidenceAt: '2026-11-20T09:06:00Z' },
  url: `${facts.origin}/proofs/${id}\u001b[2J`,
};

let folder: string;
let site: Server;
let origin: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verify-proof-'));
  site = createServer((request, response) => {
    const answers: Record<string, [number, string]> = {
      [`/api/v1/proofs/${id}`]: [200, JSON.stringify(proofFrom(origin))],
      [`/api/v1/people/${pageId}`]: [200, JSON.stringify(pageFrom(origin))],
      '/elsewhere.json': [200, JSON.stringify(proofFrom(facts.origin))],
      '/ended.json': [410, JSON.stringify(ended)],
      '/broken.json': [500, '{}'],
      '/endless.json': [200, ' '.repeat(10_000_000)],
    };
    const [status, body] = answers[request.url ?? ''] ?? [404, 'nothing here'];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

function write(content: unknown): string {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

type Told = { code: number | null; output: string; problem: string };

async function verify(...sources: string[]): Promise<Told> {
  const told = { output: '', problem: '' };
  const log = jest.spyOn(console, 'log').mockImplementation((line) => {
    told.output += `${line}\n`;
  });
  const error = jest.spyOn(console, 'error').mockImplementation((line) => {
    told.problem += `${line}\n`;
  });
  const code = await run(['verify-proof', ...sources]);
  log.mockRestore();
  error.mockRestore();
  return { code, ...told };
}

/** Runs the command in a folder, without the variables of the npm that runs this test, which name another folder. */
function typeIn(folder: string, ...sources: string[]): Told {
  const { INIT_CWD: _, npm_lifecycle_event: __, ...env } = process.env;
  const typed = [inProject('scripts', 'run.mjs'), 'verify-proof', ...sources];
  const { status, stdout, stderr } = spawnSync(process.execPath, typed, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { code: status, output: stdout, problem: stderr };
}

describe('npm run verify-proof', () => {
  it('shows the statement, passes each check of a sound file, and says what only the site can confirm', async () => {
    const { code, output, problem } = await verify(write(proofFrom(facts.origin)));
    expect({ code, problem }).toEqual({ code: 0, problem: '' });
    expect(output).toContain('  | Prove this wallet for the Countersign account "ada" (ID 7F3K-2Q9D).');
    for (const sentence of Object.values(publicProofChecks)) expect(output).toContain(`pass  ${sentence}`);
    expect(output).toContain('\nSound: the key signed this statement, and its content is correct. ');
    expect(output).toContain(
      `Only ${facts.origin} can confirm that the statement is its own and the proof still active: ${facts.origin}/proofs/${id}`,
    );
    // The holder of the key could have made up the whole proof.
    expect(output).not.toMatch(/\bvalid\b|it issued|the proof is active/i);
  });

  it('resolves a file name in the folder where the command is run', () => {
    const path = write(proofFrom(facts.origin));
    const { code, output } = typeIn(folder, path.slice(folder.length + 1));
    expect(code).toBe(0);
    expect(output).toContain('\nSound: the key signed this statement, and its content is correct. ');
  });

  it('names the check that a tampered file fails', async () => {
    const { code, output } = await verify(write({ ...proofFrom(facts.origin), accountCode: '1111-1111' }));
    expect(code).toBe(1);
    expect(output).toContain(`FAIL  ${publicProofChecks.account}`);
    expect(output).toContain('Not sound: 1 of 8 checks failed.');
  });

  it('a statement cannot control the terminal or imitate the verdict', async () => {
    const statement = '\u001b[2J\u001b[H\u202eSound: it is.\n\nSound: the proof is active.';
    const { code, output } = await verify(write({ ...proofFrom(facts.origin), statement }));
    expect(code).toBe(1);
    expect(output).toMatch(/^[\x20-\x7e\n]+$/);
    expect(output).not.toMatch(/^Sound/m);
  });

  it("accepts the URL of a proof's page, and says that its site confirms the proof", async () => {
    const { code, output } = await verify(`${origin}/proofs/${id}`);
    expect(code).toBe(0);
    expect(output).toContain(
      `${origin} returned this proof just now, so it issued the statement and the proof is active.`,
    );
  });

  it("checks all proofs of a person's page, by its URL and from a file", async () => {
    const { code, output } = await verify(`${origin}/people/${pageId}`);
    expect([code, output]).toEqual([0, expect.stringContaining(`${origin} returned this page just now`)]);
    const { accountCode: _, ...page } = pageFrom(facts.origin);
    expect(await verify(write({ ...page, accountCode: '1111-1111' }))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^FAIL {2}proof 1\n\nNot sound: 1 of 1 proofs failed\./),
    });
  });

  it('prints the verdict as JSON with --json, with the same exit code', async () => {
    const told = async (source: string) => {
      const { code, output } = await verify(source, '--json');
      return [code, JSON.parse(output)];
    };
    const sound = { verdict: 'sound', id, origin, answered_by_origin: true, checks: expect.any(Array) };
    expect(await told(`${origin}/proofs/${id}`)).toEqual([0, sound]);
    const tampered = write({ ...proofFrom(facts.origin), accountCode: '1111-1111' });
    expect(await told(tampered)).toEqual([
      1,
      expect.objectContaining({
        verdict: 'unsound',
        answered_by_origin: false,
        checks: expect.arrayContaining([{ name: 'account', passed: false }]),
      }),
    ]);
    expect(await told(write(ended))).toEqual([1, { verdict: 'ended', id, status: 'moved' }]);
    expect(await told(join(folder, 'none.json'))).toEqual([
      2,
      { format: 1, exit_code: 2, error: 'Nothing to check. There is no such file.' },
    ]);
  });

  it("does not trust another site's confirmation", async () => {
    const { code, output } = await verify(`${origin}/elsewhere.json`);
    expect(code).toBe(0);
    expect(output).toContain(
      `Only ${facts.origin} can confirm that the statement is its own and the proof still active`,
    );
  });

  it.each([
    ['file', () => write(ended)],
    ['address', () => `${origin}/ended.json`],
  ])('says how a proof ended: %s', async (_, source) => {
    const { code, output } = await verify(source());
    expect(code).toBe(1);
    expect(output).toContain('has ended: the wallet was moved to another account (2026-11-21T00:00:00Z)');
  });

  it.each<[string, () => string[], string]>([
    ['nothing', () => [], 'Usage'],
    ['two files', () => [write(ended), write(ended)], 'Usage'],
    ['a file that is not there', () => [join(folder, 'none.json')], 'no such file'],
    ['a name no file can have', () => ['x'.repeat(5000)], 'could not be read'],
    ['a folder', () => [folder], 'not a file'],
    ['a device', () => ['/dev/zero'], 'not a file'],
    ['a file of 10 MB', () => [write(' '.repeat(10_000_000))], 'larger than a proof'],
    [
      'evidence that is still to come',
      () => [write(withheld)],
      'is available at 2026-11-20T09:06:00Z: before that',
    ],
    ['bad JSON', () => [write('{"kind":')], 'not JSON'],
    ['an empty file', () => [write('')], 'not JSON'],
    ['JSON of something else', () => [write({ hello: 1 })], 'not a proof'],
    ['an address that answers 404', () => [`${origin}/proofs/unknown`], 'no such proof'],
    ['an address that answers 500', () => [`${origin}/broken.json`], 'status 500'],
    ['an address with 10 MB', () => [`${origin}/endless.json`], 'larger than a proof'],
    ['an address where nobody is', () => ['http://127.0.0.1:1/'], 'could not be reached'],
    ['an address that is none', () => ['https://'], 'not a URL'],
  ])('has nothing to check: %s', async (_, sources, reason) => {
    const { code, output, problem } = await verify(...sources());
    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(problem).toContain(reason);
    expect(problem.trim().split('\n')).toHaveLength(1);
  });
});
