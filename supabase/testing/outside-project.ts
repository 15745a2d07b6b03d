/** A Supabase project from outside that the tests run on, because someone asked for that. */
export type OutsideProject = {
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  mailboxUrl: string;
  /** The server for our own notices, which end in the same mailbox. */
  smtpUrl: string;
  /** The address of the app under test, to which links in the project's emails point. */
  siteUrl: string;
  /** The connection string of its database, as the role `postgres`: tests add functions for what only SQL can do. */
  databaseUrl: string;
};

type Variables = Record<string, string | undefined>;

/** Read by the processes of a run instead of the variables below, which are settings of the app as well. */
const handedOn = 'TEST_OUTSIDE_PROJECT';

const names = {
  supabaseUrl: 'SUPABASE_URL',
  publishableKey: 'SUPABASE_PUBLISHABLE_KEY',
  secretKey: 'SUPABASE_SECRET_KEY',
  databaseUrl: 'SUPABASE_DB_URL',
  mailboxUrl: 'MAILBOX_URL',
  smtpUrl: 'SMTP_URL',
  siteUrl: 'SITE_URL',
} as const;

/**
 * Whether the tests should leave this machine's own backend. Only `TEST_BACKEND=outside` says so: a project that is
 * merely configured is never touched.
 */
export function isOutside(variables: Variables = process.env): boolean {
  const word = variables.TEST_BACKEND?.trim();
  if (!word) return false;
  if (word === 'outside') return true;
  throw new Error(`TEST_BACKEND is ${word}. Set it to "outside", or leave it out.`);
}

/** @throws Error that names each variable that is missing, or a Site URL that is none. Never reads a file. */
export function readOutsideVariables(variables: Variables): OutsideProject {
  const given: Variables = { ...variables, SITE_URL: variables.SITE_URL?.trim() || 'http://localhost:3000' };
  const entries = Object.entries(names).map(
    ([name, variable]) => [name, given[variable]?.trim().replace(/\/+$/, '')] as const,
  );
  const missing = entries.flatMap(([name, value]) => (value ? [] : [names[name as keyof typeof names]]));
  if (missing.length > 0)
    throw new Error(`TEST_BACKEND=outside needs ${missing.join(', ')} too. docs/testing.md says how.`);
  const project = Object.fromEntries(entries) as OutsideProject;
  return { ...project, siteUrl: readSiteUrl(project.siteUrl) };
}

function readSiteUrl(text: string): string {
  const url = URL.parse(text);
  if (!url?.protocol.match(/^https?:$/) || url.href !== `${url.origin}/`)
    throw new Error('SITE_URL must be an address without a path, like http://localhost:3000.');
  return url.origin;
}

/**
 * Once before all tests: says which project they run on, and leaves its settings to every process that follows.
 * @returns undefined when the tests run on this machine's own backend
 * @throws Error when a variable is missing, or when the project is not one for tests
 */
export async function enterOutsideProject(): Promise<OutsideProject | undefined> {
  if (!isOutside()) return undefined;
  const project = readOutsideVariables(process.env);
  await refuseExternalAccounts(project);
  process.env[handedOn] = JSON.stringify(project);
  process.env.LOCAL_SUPABASE_TESTS_SITE_URL = project.siteUrl;
  for (const name of Object.values(names)) delete process.env[name];
  console.log(`The tests run on the Supabase project at ${project.supabaseUrl} (TEST_BACKEND=outside).`);
  return project;
}

/** Once after all tests: removes the accounts that they made, and says how many stay. */
export async function leaveOutsideProject(project: OutsideProject): Promise<void> {
  const made = (await listAccounts(project)).filter(({ email }) => !email || isTestAddress(email));
  let kept = 0;
  while (made.length > 0) {
    const answers = made.splice(0, 8).map(({ id }) => askAuth(project, `users/${id}`, 'DELETE'));
    kept += (await Promise.all(answers)).filter(({ ok }) => !ok).length;
  }
  if (kept > 0) console.log(`${kept} accounts that the tests made could not be removed from the project.`);
}

/** The project that this run was given, in any process of it; undefined on this machine's own backend. */
export function readOutsideProject(): OutsideProject | undefined {
  const given = process.env[handedOn];
  return given ? (JSON.parse(given) as OutsideProject) : undefined;
}

/** Both domains are reserved, so the address is nobody's. */
function isTestAddress(email: string): boolean {
  return /@example\.(com|test)$/.test(email);
}

/** Tests make time pass and remove accounts: where someone else has an account, nothing of that may happen. */
async function refuseExternalAccounts(project: OutsideProject): Promise<void> {
  const external = (await listAccounts(project)).filter(({ email }) => !email || !isTestAddress(email));
  if (external.length > 0)
    throw new Error(
      `The project at ${project.supabaseUrl} has accounts that no test made: ${external.length}. ` +
        'Tests run only in a project that is for them alone: start a new one, or `supabase db reset`.',
    );
}

type Account = { id: string; email?: string };
const accountsOfPage = 200;

async function listAccounts(project: OutsideProject): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let page = 1; ; page++) {
    const answer = await askAuth(project, `users?page=${page}&per_page=${accountsOfPage}`);
    if (!answer.ok)
      throw new Error(`${project.supabaseUrl} answered ${answer.status} to the question for its accounts.`);
    const { users } = (await answer.json()) as { users: Account[] };
    accounts.push(...users);
    if (users.length < accountsOfPage) return accounts;
  }
}

function askAuth(
  { supabaseUrl, secretKey }: OutsideProject,
  path: string,
  method = 'GET',
): Promise<Response> {
  return fetch(`${supabaseUrl}/auth/v1/admin/${path}`, { method, headers: { apikey: secretKey } });
}
