import { createHash } from 'node:crypto';
import { answersAsRecorded, type People, type Visitor } from '../../testing/recorded-answers.ts';
import { shareLocalSupabase } from '../../testing/share-local-supabase.ts';
import { connectClient, firstPassword, makeEmail } from '../../testing/sign-in.ts';
import { type SimulatedGithub, simulateGithub } from '../../testing/simulate-github.ts';
import { siteUrl } from '../../testing/site-url.ts';

const ageFlows = `
create function countersign.test_age_flows() returns void language sql security definer set search_path = '' as
  $$ update auth.flow_state set created_at = now() - interval '6 minutes' where true $$;
`;

let github: SimulatedGithub;
const { backend, walk } = answersAsRecorded(
  async () => {
    github = await simulateGithub();
    return shareLocalSupabase('providers', {
      env: { LOCAL_SUPABASE_MAIL_FREQUENCY: '0', LOCAL_SUPABASE_GITHUB_URL: github.url },
      extraMigrations: { '20990101000000_test_age_flows.sql': ageFlows },
    });
  },
  () => github.url,
);
afterAll(() => github.stop());

const verifier = 'v'.repeat(56);
const code_challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge, code_challenge_method: 's256' };
const callbackPage = `${siteUrl}/auth/callback`;

const verified = (email: string) => github.addPerson({ email, verified: true });
const unverified = (email: string) => github.addPerson({ email, verified: false });

/** Redirects a browser to GitHub. @returns the flow's `state` */
async function leave(visitor: Visitor, query: Record<string, string> = pkce) {
  const asked = new URLSearchParams({ provider: 'github', redirect_to: callbackPage, ...query });
  await visitor.get(`/authorize?${asked}`, { session: null });
  return visitor.location?.searchParams.get('state') ?? '';
}
const returnFromProvider = (visitor: Visitor, values: Record<string, string>) =>
  visitor.get(`/callback?${new URLSearchParams(values)}`, { session: null });
const trade = (visitor: Visitor, code_verifier = verifier) =>
  visitor.post('/token?grant_type=pkce', {
    ...{ auth_code: visitor.location?.searchParams.get('code'), code_verifier },
  });

/** A complete sign-in at GitHub, as the user that `code` identifies. */
async function signIn(people: People, code: string, visitor = people.visitor()) {
  await returnFromProvider(visitor, { state: await leave(visitor), code });
  await trade(visitor);
  return visitor;
}

async function link(ann: Visitor, code: string) {
  const query = new URLSearchParams({ provider: 'github', redirect_to: callbackPage, ...pkce });
  const { url } = await ann.get(`/user/identities/authorize?${query}&skip_http_redirect=true`);
  const state = new URL(String(url)).searchParams.get('state') ?? '';
  await returnFromProvider(ann, { state, code });
}

async function unlink(ann: Visitor, provider: string, from = ann) {
  const { identities } = (await from.get('/user')) as unknown as {
    identities: { provider: string; identity_id: string }[];
  };
  const id = identities.find((one) => one.provider === provider)?.identity_id;
  await ann.ask(`DELETE /user/identities/${id}`);
}

walk(
  'the whole way to GitHub and back makes a confirmed account, the same one every time',
  async (people) => {
    const code = verified(makeEmail('Hub').toUpperCase());
    await signIn(people, code);
    await signIn(people, code);
  },
);

walk('a verified address that has an account signs in to it, which keeps its password', async (people) => {
  const ann = await people.member();
  await signIn(people, verified(ann.email));
  await ann.elsewhere();
});

walk('a stranger who signed up with the address before loses password and identity', async (people) => {
  const stranger = people.visitor();
  await stranger.post('/signup', stranger.credentials);
  const { code: token } = await stranger.readMail();
  await signIn(people, verified(stranger.email));
  await stranger.elsewhere();
  await stranger.post('/verify', { ...stranger.address, type: 'email', token });
});

walk('an unverified address is mailed first, and never leads into an account of another', async (people) => {
  const ann = people.visitor();
  const code = unverified(ann.email);
  await returnFromProvider(ann, { state: await leave(ann), code });
  await ann.post('/verify', { ...ann.address, type: 'email', token: (await ann.readMail()).code });
  await signIn(people, code);
  const [owner, thief] = [await people.member(), people.visitor()];
  await returnFromProvider(thief, { state: await leave(thief), code: unverified(owner.email) });
  await owner.get('/user');
});

walk('a provider that refuses, knows no code or has no address is an error at the site', async (people) => {
  const visitor = people.visitor();
  for (const values of [
    { code: github.addPerson() },
    { code: 'unknown' },
    {},
    { error: 'access_denied', error_description: 'The user has denied access' },
  ] as Record<string, string>[])
    await returnFromProvider(visitor, { state: await leave(visitor), ...values });
});

walk('a state that is used, too old, not of this Auth or missing is refused at the site', async (people) => {
  const [visitor, code] = [people.visitor(), verified(makeEmail())];
  const used = await leave(visitor);
  for (const state of [used, used]) await returnFromProvider(visitor, { state, code });
  const old = await leave(visitor);
  await connectClient(backend, backend.secretKey).rpc('test_age_flows');
  for (const state of [old, '', 'nonsense', '00000000-0000-4000-8000-000000000000'])
    await returnFromProvider(visitor, { state, code });
});

walk('a code is worth nothing without the verifier of the browser that left', async (people) => {
  const visitor = people.visitor();
  await returnFromProvider(visitor, { state: await leave(visitor), code: verified(makeEmail()) });
  await trade(visitor, 'w'.repeat(56));
});

walk(
  'without a challenge the session comes back in the fragment, and never at another site',
  async (people) => {
    const [visitor, code] = [people.visitor(), verified(makeEmail())];
    for (const redirect_to of [callbackPage, 'https://evil.example/'])
      await returnFromProvider(visitor, { state: await leave(visitor, { redirect_to }), code });
  },
);

walk('who is asked and where the answer goes is never taken from the request', async (people) => {
  const evil = { client_id: 'evil', redirect_uri: 'evil', state: 'evil' };
  await leave(people.visitor(), { prompt: 'consent', ...evil });
  await leave(people.visitor(), { provider: 'nonsense' });
});

walk('a banned account does not get in by a provider', async (people) => {
  const code = verified(makeEmail());
  const ann = await signIn(people, code);
  const { id } = await ann.get('/user');
  await people.server.ask(`PUT /admin/users/${id}`, { ban_duration: '1h' });
  await returnFromProvider(ann, { state: await leave(ann), code });
});

walk('a provider is added, signs in from then on, and the address stays', async (people) => {
  const [ann, code] = [await people.member(), verified(makeEmail('hub'))];
  await link(ann, code);
  await trade(ann);
  await signIn(people, code);
});

walk('an identity of another account cannot be added, and adding needs a session', async (people) => {
  const code = verified(makeEmail('hub'));
  await signIn(people, code);
  await link(await people.member(), code);
  await people.visitor().get('/user/identities/authorize?provider=github');
});

walk('a sign-in method is removed, but not the last one, and not of another account', async (people) => {
  const [ann, bob] = [await people.member(), await people.member()];
  await signIn(people, verified(ann.email), ann);
  await unlink(bob, 'github', ann);
  await signIn(people, verified(bob.email));
  await unlink(bob, 'github', ann);
  await unlink(ann, 'github');
  await unlink(ann, 'email');
});

walk('with the identity of its address gone, an account takes that of another', async (people) => {
  const ann = await people.member();
  await link(ann, verified(makeEmail('hub')));
  await trade(ann);
  await unlink(ann, 'email');
  await ann.get('/user');
});

walk('an address of a provider’s identity is taken, and its account may add a password', async (people) => {
  const [ann, bob] = [await people.member(), await people.member()];
  const taken = people.visitor(makeEmail('hub'));
  await link(ann, verified(taken.email));
  await bob.put(taken.address);
  const hub = people.visitor();
  await signIn(people, verified(hub.email), hub);
  await hub.put({ password: firstPassword });
  await hub.elsewhere();
});
