import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { forServerAlone, listFunctions } from './for-server-alone.ts';
import type { OutsideProject } from './outside-project.ts';

/**
 * Adds test functions to a project's database, callable only with the secret key. Drops an interrupted run's functions first.
 * Resolves when the REST API knows them.
 * @returns the names of all, for `removeFunctions`
 */
export async function addFunctions(project: OutsideProject, sql: string): Promise<string[]> {
  // A new parameter name: once the REST API knows it, it has reloaded the schema.
  const parameter = `p_${randomBytes(8).toString('hex')}`;
  const script = `${sql}\ncreate function countersign.test_is_known(${parameter} text) returns text language sql as 'select $1';`;
  const names = listFunctions(script);
  const drop = `drop function if exists ${names.join(', ')};`;
  await runScript(
    project,
    `begin; ${drop}\n${forServerAlone(script)}\nnotify pgrst, 'reload schema'; commit;`,
  );
  for (let tries = 600; !(await isKnown(project, parameter)); tries--) {
    if (tries === 0) {
      await removeFunctions(project, names);
      throw new Error(
        `${project.supabaseUrl} sees no new functions. Is SUPABASE_DB_URL of the same project?`,
      );
    }
    await setTimeout(100);
  }
  return names;
}

export async function removeFunctions(project: OutsideProject, names: string[]): Promise<void> {
  await runScript(project, `drop function if exists ${names.join(', ')}; notify pgrst, 'reload schema';`);
}

async function runScript({ databaseUrl }: OutsideProject, script: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(script);
  } finally {
    await client.end();
  }
}

async function isKnown({ supabaseUrl, secretKey }: OutsideProject, parameter: string): Promise<boolean> {
  const answer = await fetch(`${supabaseUrl}/rest/v1/rpc/test_is_known`, {
    method: 'POST',
    // Without lib/supabase, whose import would load its fetch before a test file can mock it.
    headers: { apikey: secretKey, 'content-profile': 'countersign', 'content-type': 'application/json' },
    body: JSON.stringify({ [parameter]: '' }),
  });
  if (answer.status !== 200 && answer.status !== 404)
    throw new Error(`${supabaseUrl} answered ${answer.status} to a new function: ${await answer.text()}`);
  return answer.ok;
}
