import { readEnvironment } from './env';

const complete = {
  SUPABASE_URL: 'https://abcdefgh.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
  SUPABASE_SECRET_KEY: 'sb_secret_abc',
};

describe('readEnvironment', () => {
  it('reads the three settings and defaults the site to localhost and the port', () => {
    expect(readEnvironment({ ...complete, PORT: '3100' })).toEqual({
      ok: true,
      environment: {
        supabaseUrl: 'https://abcdefgh.supabase.co',
        supabasePublishableKey: 'sb_publishable_abc',
        supabaseSecretKey: 'sb_secret_abc',
        secretKeys: ['sb_secret_abc'],
        shutdownDelayInMilliseconds: 0,
        jwtIssuer: 'https://abcdefgh.supabase.co/auth/v1',
        locationHeader: null,
        siteUrl: 'http://localhost:3100',
        siteHost: 'localhost:3100',
        sessionCookieName: 'sb-abcdefgh-auth-token',
        branding: {
          siteName: 'Countersign',
          termsUrl: null,
          privacyUrl: null,
          supportUrl: null,
          accent: null,
        },
        intro: { isShown: true, text: null },
        pictures: { logo: null, darkLogo: null, icon: null },
        embedded: false,
        mailboxUrl: null,
        hasMinimumTimes: true,
        backendTimeoutInMilliseconds: 5000,
        chain: 'solana:mainnet',
        solana: {
          cluster: 'mainnet',
          rpcUrl: 'https://api.mainnet-beta.solana.com',
          webSocketUrl: 'wss://api.mainnet-beta.solana.com/',
          isLocalChain: false,
        },
        smtpUrl: null,
        mailFrom: '"Countersign" <countersign@localhost>',
        mwaReflector: null,
        captcha: null,
        docsUrl: null,
        hasDeveloperApps: false,
        cleansUp: true,
        logRequests: false,
        logsJson: false,
        metrics: { token: null, port: null },
        trustedProxy: null,
      },
    });
  });

  it('logs requests by default in production only, and follows LOG_REQUESTS', () => {
    const logs = (variables: Record<string, string>) => {
      const read = readEnvironment({ ...complete, ...variables });
      return read.ok && read.environment.logRequests;
    };
    const production = { NODE_ENV: 'production' };
    const embedded = { ...production, COUNTERSIGN_EMBEDDED: '1' };
    expect([logs({ NODE_ENV: 'development' }), logs(production), logs(embedded)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([logs({ ...production, LOG_REQUESTS: '0' }), logs({ ...embedded, LOG_REQUESTS: '1' })]).toEqual([
      false,
      true,
    ]);
  });

  it('lets people register apps only with the exact value `on`', () => {
    const read = (DEVELOPER_APPS: string) => readEnvironment({ ...complete, DEVELOPER_APPS });
    expect(read('on')).toMatchObject({ environment: { hasDeveloperApps: true } });
    for (const off of ['off', ' '])
      expect(read(off)).toMatchObject({ environment: { hasDeveloperApps: false } });
    expect(read('true')).toMatchObject({ ok: false, message: expect.stringContaining('DEVELOPER_APPS') });
  });

  it('cleans up unless the setting is off', () => {
    const read = (CLEAN_UP: string) => readEnvironment({ ...complete, CLEAN_UP });
    for (const on of ['on', ' ']) expect(read(on)).toMatchObject({ environment: { cleansUp: true } });
    expect(read('off')).toMatchObject({ environment: { cleansUp: false } });
    expect(read('no')).toMatchObject({ ok: false, message: expect.stringContaining('CLEAN_UP') });
  });

  it('allows a longer timeout only with the local backend', () => {
    const patient = { ...complete, LOCAL_BACKEND_TIMEOUT: '20' };
    expect(readEnvironment(patient).ok).toBe(false);
    const read = readEnvironment({ ...patient, COUNTERSIGN_EMBEDDED: '1' });
    expect(read.ok && read.environment.backendTimeoutInMilliseconds).toBe(20_000);
  });

  it('allows responses without minimum times only with the local backend', () => {
    const without = { ...complete, LOCAL_MINIMUM_TIMES: 'off' };
    expect(readEnvironment(without)).toEqual({
      ok: false,
      message:
        'Configuration error. LOCAL_MINIMUM_TIMES is malformed. Set LOCAL_MINIMUM_TIMES in the environment or in .env.local.',
    });
    const read = readEnvironment({ ...without, COUNTERSIGN_EMBEDDED: '1' });
    expect(read.ok && read.environment.hasMinimumTimes).toBe(false);
  });

  it("reads the site's name on one line, without invisible characters", () => {
    const read = readEnvironment({
      ...complete,
      SITE_NAME: ' Acme\u202e  &\n So\u0308hne ',
      TERMS_URL: 'https://acme.example/terms',
      SUPPORT_URL: 'mailto:help@acme.example',
    });
    expect(read).toMatchObject({
      environment: {
        branding: {
          siteName: 'Acme & Söhne',
          termsUrl: 'https://acme.example/terms',
          privacyUrl: null,
          supportUrl: 'mailto:help@acme.example',
        },
        mailFrom: '"Acme & Söhne" <countersign@localhost>',
      },
    });
  });

  it.each([
    ['off', false, null],
    ['Off', false, null],
    ['on', true, null],
    ['Wallets of Acme', true, { heading: 'Wallets of Acme', lines: [] }],
    [
      'Wallets of Acme\\nFor members.\nFree.',
      true,
      { heading: 'Wallets of Acme', lines: ['For members.', 'Free.'] },
    ],
  ])('reads SITE_INTRO=%s', (SITE_INTRO, isShown, text) => {
    expect(readEnvironment({ ...complete, SITE_INTRO })).toMatchObject({
      environment: { intro: { isShown, text } },
    });
  });

  it.each([
    ['SITE_INTRO', 'x'.repeat(300), 'longer than a heading and three lines of 120 characters each'],
    ['SITE_INTRO', 'a\\nb\\nc\\nd\\ne', 'longer than a heading and three lines of 120 characters each'],
    ['SITE_INTRO', 'No', 'neither on, off nor a text to show (off shows none)'],
    ['SITE_INTRO', '0', 'neither on, off nor a text to show (off shows none)'],
    ['SITE_COLOR', 'red', 'not a color such as #7A3E1D'],
    ['SITE_COLOR_DARK', '#7A3E1', 'not a color such as #7A3E1D'],
    ['SITE_NAME', 'x'.repeat(41), 'malformed'],
    ['SITE_NAME', '\u200b', 'malformed'],
    ['SITE_NAME', '{{ .Token }}', 'malformed'],
    ['SITE_NAME', 'Acme" <evil@evil.example>', 'malformed'],
    ['TERMS_URL', 'http://acme.example/terms', 'malformed'],
    ['TERMS_URL', '/terms', 'malformed'],
    ['PRIVACY_URL', 'javascript:alert(1)', 'malformed'],
    ['PRIVACY_URL', 'data:text/html,x', 'malformed'],
    ['SUPPORT_URL', 'help@acme.example', 'malformed'],
    ['SUPPORT_URL', 'https://acme.example/?a={{ .Token }}', 'malformed'],
    ['SUPPORT_URL', 'https://me:secret@acme.example/', 'malformed'],
  ])('refuses to start with %s=%s, and says why', (name, value, why) => {
    expect(readEnvironment({ ...complete, SITE_COLOR: '#7A3E1D', [name]: value })).toEqual({
      ok: false,
      message: `Configuration error. ${name} is ${why}. Set ${name} in the environment or in .env.local.`,
    });
  });

  it.each([
    ['reflector.example', 'reflector.example'],
    ['Reflector.example:8443', 'reflector.example:8443'],
    ['reflector.example:443', 'reflector.example'],
  ])('accepts %s as a reflector', (given, host) => {
    const read = readEnvironment({ ...complete, MWA_REFLECTOR: given });
    expect(read.ok && read.environment.mwaReflector).toBe(host);
  });

  it.each([
    'wss://reflector.example',
    'reflector.example/reflect',
    'a b',
    'x:99999',
    "x; script-src 'self'",
    '*',
  ])('refuses to start with %s as a reflector, without repeating it', (given) => {
    const read = readEnvironment({ ...complete, MWA_REFLECTOR: given });
    expect(read).toEqual({ ok: false, message: expect.stringContaining('MWA_REFLECTOR is malformed') });
    expect(JSON.stringify(read)).not.toContain(given);
  });

  it('reads the previous secret key, and refuses a malformed one without repeating it', () => {
    const read = readEnvironment({ ...complete, SUPABASE_SECRET_KEY_PREVIOUS: 'sb_secret_before' });
    expect(read.ok && read.environment.secretKeys).toEqual(['sb_secret_abc', 'sb_secret_before']);
    const refused = readEnvironment({ ...complete, SUPABASE_SECRET_KEY_PREVIOUS: 'hunter2' });
    expect(refused).toEqual({
      ok: false,
      message: expect.stringContaining('SUPABASE_SECRET_KEY_PREVIOUS is malformed'),
    });
    expect(JSON.stringify(refused)).not.toContain('hunter2');
  });

  it('reads the names that hosting integrations set', () => {
    const read = readEnvironment({
      NEXT_PUBLIC_SUPABASE_URL: 'https://abcdefgh.supabase.co/',
      NEXT_PUBLIC_SUPABASE_ANON_KEY: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.c2ln',
      SUPABASE_SERVICE_ROLE_KEY: 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZSJ9.c2ln',
    });
    expect(read).toMatchObject({ ok: true, environment: { supabaseUrl: 'https://abcdefgh.supabase.co' } });
  });

  it.each([
    ['no address', { ...complete, SUPABASE_URL: '' }, 'SUPABASE_URL is missing'],
    ['an address that is none', { ...complete, SUPABASE_URL: 'supabase' }, 'SUPABASE_URL is malformed'],
    ['an address with a path', { ...complete, SUPABASE_URL: 'https://a.b/x' }, 'SUPABASE_URL is malformed'],
    ['no public key', { ...complete, SUPABASE_PUBLISHABLE_KEY: ' ' }, 'SUPABASE_PUBLISHABLE_KEY is missing'],
    [
      'a secret key in the place of the public one',
      { ...complete, SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abc' },
      'SUPABASE_PUBLISHABLE_KEY is malformed',
    ],
  ])('reports in one line that address and public key are required: %s', (_case, variables, problem) => {
    const read = readEnvironment(variables);
    expect(read.ok).toBe(false);
    if (read.ok) return;
    expect(read.message).toMatch(/^The backend address and public key are required\. /);
    expect(read.message).toContain(problem);
    expect(read.message).toContain('.env.local');
    expect(read.message).not.toContain('\n');
  });

  it('reports only that two keys are swapped', () => {
    const read = readEnvironment({
      ...complete,
      SUPABASE_PUBLISHABLE_KEY: 'sb_secret_abc',
      SUPABASE_SECRET_KEY: 'sb_publishable_abc',
    });
    expect(read).toEqual({
      ok: false,
      message:
        'SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY are swapped. Exchange them in the environment or in .env.local.',
    });
  });

  it('trusts one proxy when its header is set, or as many as TRUSTED_PROXY_HOPS', () => {
    const header = { ...complete, TRUSTED_PROXY_HEADER: 'X-Forwarded-For' };
    expect(readEnvironment(header)).toMatchObject({
      environment: { trustedProxy: { header: 'X-Forwarded-For', hops: 1 } },
    });
    expect(readEnvironment({ ...header, TRUSTED_PROXY_HOPS: '2' })).toMatchObject({
      environment: { trustedProxy: { hops: 2 } },
    });
    for (const hops of ['0', '-1', '1.5', 'all']) {
      const read = readEnvironment({ ...header, TRUSTED_PROXY_HOPS: hops });
      expect(read).toMatchObject({
        ok: false,
        message: expect.stringContaining('TRUSTED_PROXY_HOPS is malformed'),
      });
    }
    expect(readEnvironment({ ...complete, TRUSTED_PROXY_HEADER: 'x y' })).toMatchObject({ ok: false });
  });

  it.each(['none', 'None', ' none '])('reads %j as no proxy', (none) => {
    expect(readEnvironment({ ...complete, TRUSTED_PROXY_HEADER: none })).toMatchObject({
      environment: { trustedProxy: 'none' },
    });
  });

  it('trusts no header by default with the local backend either', () => {
    const embedded = { ...complete, COUNTERSIGN_EMBEDDED: '1' };
    expect(readEnvironment(embedded)).toMatchObject({ environment: { trustedProxy: null } });
  });

  it('never repeats a value, which may be a secret', () => {
    const read = readEnvironment({ ...complete, SUPABASE_SECRET_KEY: 'hunter2' });
    expect(read).toEqual({ ok: false, message: expect.stringContaining('SUPABASE_SECRET_KEY is malformed') });
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});
