/** A Supabase project, other than the local backend, that the tests run on if TEST_BACKEND=outside. */
export type OutsideProject = {
  supabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  mailboxUrl: string;
  /** The mail server for the site's notices, which arrive in the same mailbox. */
  smtpUrl: string;
  /** The URL of the app under test, which links in the project's emails use. */
  siteUrl: string;
  /** The connection string of its database, as the role `postgres`: tests add functions that only SQL can create. */
  databaseUrl: string;
};

type Variables = Record<string, string | undefined>;

/** The project's settings for all processes of a run. The variables below would also configure the app. */
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
 * Whether the tests run on another project than this machine's backend. Requires `TEST_BACKEND=outside`: a configured project
 * alone is never touched.
 */
export function isOutside(variables: Variables = process.env): boolean {
  const word = variables.TEST_BACKEND?.trim();
  if (!word) return false;
  if (word === 'outside') return true;
  throw new Error(`TEST_BACKEND is ${word}. Set it to "outside", or leave it out.`);
}

/** @throws Error that names each missing variable, or for a Site URL that isn't a URL. Never reads a file. */
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
 * Runs once before all tests: prints which project they use, and passes its settings to all later processes.
 * @returns undefined if the tests run on this machine's backend
 * @throws Error if a variable is missing, or if the project has accounts other than tests'
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

/** Runs once after all tests: deletes their accounts, and reports accounts that could not be deleted. */
export async function leaveOutsideProject(project: OutsideProject): Promise<void> {
  const made = (await listAccounts(project)).filter(({ email }) => !email || isTestAddress(email));
  let kept = 0;
  while (made.length > 0) {
    const answers = made.splice(0, 8).map(({ id }) => askAuth(project, `users/${id}`, 'DELETE'));
    kept += (await Promise.all(answers)).filter(({ ok }) => !ok).length;
  }
  if (kept > 0) console.log(`${kept} accounts that the tests made could not be removed from the project.`);
}

/** The project of this run, in any of its processes; undefined on this machine's backend. */
export function readOutsideProject(): OutsideProject | undefined {
  const given = process.env[handedOn];
  return given ? (JSON.parse(given) as OutsideProject) : undefined;
}

/** Both domains are reserved, so no user has such an address. */
function isTestAddress(email: string): boolean {
  return /@example\.(com|test)$/.test(email);
}

/** Tests make time pass and delete accounts, so they refuse a project with accounts of users. */
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
