import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { firstPassword, makeEmail } from './sign-in.ts';
import { makeWallet, type TestWallet } from './sign-solana-message.ts';
import { siteHost, siteUrl } from './site-url.ts';
import { holdBackend, type LocalSupabase } from './start-local-supabase.ts';

type Body = Record<string, unknown> & { id: string };
type Ask = { headers?: Record<string, string>; key?: 'publishable' | 'secret'; session?: Session | null };
type Session = { access_token: string; refresh_token: string };
type Walk = (people: People) => Promise<void>;

/** `RECORD_ANSWERS=1` with `TEST_BACKEND=outside` records that project's responses instead of comparing. */
const isRecording = process.env.RECORD_ANSWERS === '1' && process.env.TEST_OUTSIDE_PROJECT !== undefined;

/**
 * Registers walks, tests that compare this Auth's responses with recorded statuses and bodies of Supabase's own Auth (2.196).
 * The recording is beside the file, in `….recorded.json`.
 * @param readGithubUrl if the file simulates GitHub; called once the backend has started
 */
export function answersAsRecorded(start: () => Promise<LocalSupabase>, readGithubUrl?: () => string) {
  const backend = holdBackend(start);
  const file = (expect.getState().testPath ?? '').replace(/\.test\.ts$/, '.recorded.json');
  const recorded: Record<string, unknown[]> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const answered: Record<string, unknown[]> = {};
  const walks: string[] = [];
  afterAll(() => {
    if (isRecording) writeFileSync(file, writeAnswers(Object.assign(recorded, answered)));
    expect(Object.keys(recorded).toSorted()).toEqual(walks.toSorted());
  });
  const walk = (name: string, steps: Walk) => {
    walks.push(name);
    test(name, async () => {
      const people = new People(backend);
      await steps(people);
      answered[name] = maskVarying(people, readGithubUrl?.());
      if (!isRecording) expect(answered[name]).toEqual(recorded[name]);
    });
  };
  return { backend, walk };
}

/** The visitors of one walk, and Auth's responses to them. */
export class People {
  readonly answers: unknown[] = [];
  readonly wallets: TestWallet[] = [];
  readonly backend: LocalSupabase;

  constructor(backend: LocalSupabase) {
    this.backend = backend;
  }

  visitor(email = makeEmail()): Visitor {
    return new Visitor(this, email);
  }

  /** A visitor who has signed up and confirmed. Neither response is recorded. */
  async member(): Promise<Visitor> {
    const visitor = this.visitor();
    await visitor.post('/signup', visitor.credentials);
    await visitor.post('/verify', {
      ...visitor.address,
      type: 'email',
      token: (await visitor.readMail()).code,
    });
    this.answers.splice(-3);
    return visitor;
  }

  wallet(): TestWallet {
    const wallet = makeWallet();
    this.wallets.push(wallet);
    return wallet;
  }

  /** A client with the secret key. */
  get server(): Visitor {
    return new Visitor(this, '', 'secret');
  }
}

/** A user at one browser. Requests use the latest session that Auth returned. */
export class Visitor {
  session: Session | null = null;
  /** The target of the last response's redirect. */
  location: URL | null = null;
  readonly email: string;
  private readonly people: People;
  private readonly key: Ask['key'];
  private newestMail = '';

  constructor(people: People, email: string, key: Ask['key'] = 'publishable') {
    this.people = people;
    this.email = email;
    this.key = key;
  }

  get address() {
    return { email: this.email };
  }
  get credentials() {
    return { email: this.email, password: firstPassword };
  }

  /** @param asked such as `GET /user`. A body that is text is sent unchanged. */
  async ask(asked: string, body?: unknown, given: Ask = {}): Promise<Body> {
    const { backend, answers } = this.people;
    const [method, path] = asked.split(' ') as [string, string];
    const { session = this.session, key = this.key } = given;
    const answer = await fetch(`${backend.url}/auth/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        apikey: key === 'secret' ? backend.secretKey : backend.publishableKey,
        ...(session && { authorization: `Bearer ${session.access_token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...given.headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.includes('json');
    const read = isJson && text ? JSON.parse(text) : {};
    const [location, version] = ['location', 'x-supabase-api-version'].map((name) =>
      answer.headers.get(name),
    );
    answers.push({
      asked: decodeURIComponent(asked),
      status: answer.status,
      ...(isJson && { body: answer.status === 500 ? { ...read, msg: undefined } : read }),
      ...(location && { location: describeLocation(location) }),
      ...(version && { version }),
    });
    this.location = location ? new URL(location) : null;
    if (read.access_token) this.session = read;
    return read;
  }

  get(path: string, given?: Ask): Promise<Body> {
    return this.ask(`GET ${path}`, undefined, given);
  }
  post(path: string, body: unknown = {}, given?: Ask): Promise<Body> {
    return this.ask(`POST ${path}`, body, given);
  }
  put(body: unknown, given?: Ask): Promise<Body> {
    return this.ask('PUT /user', body, given);
  }
  refresh({ refresh_token }: Session = this.session as Session): Promise<Body> {
    return this.post('/token?grant_type=refresh_token', { refresh_token }, { session: null });
  }

  /** The same user at another browser, signed in by password. */
  async elsewhere(): Promise<Visitor> {
    const other = new Visitor(this.people, this.email);
    await other.post('/token?grant_type=password', other.credentials);
    return other;
  }

  /** Records the email that has arrived since the last call, or its absence. */
  async readMail(): Promise<{ code: string; hash: string }> {
    const mail = await this.people.backend.newestMailTo(this.email).catch(() => undefined);
    const isNew = mail !== undefined && mail.id !== this.newestMail;
    this.newestMail = mail?.id ?? '';
    const link = isNew && mail.link ? new URL(mail.link) : undefined;
    this.people.answers.push({
      mail: isNew ? { subject: mail.subject, ...(link && { link: describeLocation(link.href) }) } : null,
    });
    return { code: mail?.code ?? '', hash: link?.searchParams.get('token_hash') ?? '' };
  }
}

function describeLocation(location: string) {
  const { origin, pathname, searchParams, hash } = new URL(location);
  const fragment = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  return { to: origin + pathname, query: Object.fromEntries(searchParams), ...(hash && { fragment }) };
}

/** One response per line. */
function writeAnswers(answered: Record<string, unknown[]>): string {
  const walks = Object.entries(answered).map(
    ([name, answers]) =>
      `  ${JSON.stringify(name)}: [\n    ${answers.map((one) => JSON.stringify(one)).join(',\n    ')}\n  ]`,
  );
  return `{\n${walks.join(',\n')}\n}\n`;
}

/** Replaces values that differ in each run by their kind and a number; equal values get the same number. */
function maskVarying({ answers, wallets, backend }: People, githubUrl = '(github)'): unknown[] {
  const numbers = new Map<string, Map<string, number>>();
  const number = (kind: string) => (value: string) => {
    const known = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, known.set(value, known.get(value) ?? known.size + 1));
    return `(${kind} ${known.get(value)})`;
  };
  const maskText = (given: string) =>
    wallets
      .reduce((text, { address }, index) => text.replaceAll(address, `(wallet ${index + 1})`), given)
      .replaceAll(backend.url, '(backend)')
      .replaceAll(siteUrl, '(site)')
      .replaceAll(siteHost, '(host)')
      .replaceAll(`${githubUrl}/api/v3`, '(github)')
      .replaceAll(githubUrl, '(github)')
      .replace(/\b(person-\d+|70000\d\d)\b/g, number('person'))
      .replace(/[\w.'&-]+@example\.test/g, number('email'))
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, number('id'))
      .replace(/(?<![0-9a-f])[0-9a-f]{56}(?![0-9a-f])/g, number('hash'))
      .replace(/^[\w-]{43}$/, number('32 bytes'))
      .replace(/^[\w-]{48}$/, number('36 bytes'))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '(time)')
      .replace(/\d+(?= seconds)/g, '(n)')
      .replace(/\\x[0-9a-f]{16,}/g, '(bytes)')
      // Go's messages end with implementation details.
      .replace(/(?<=as JSON|verify signature)[:,] .*/, '');
  const byKey = new Map<string, (value: never) => unknown>(
    Object.entries({
      access_token: (token: string) => mask(decodeJwt(token)),
      refresh_token: number('refresh token'),
      secret: number('secret'),
      token: number('token'),
      token_hash: number('hash'),
      email_otp: () => '(code)',
      uri: (text: string) => mask(describeLocation(text)),
      url: (text: string) => mask(describeLocation(text)),
      action_link: (text: string) => mask(describeLocation(text).query),
      qr_code: (svg: string) =>
        svg.trim().replace(/^(<\?xml.*?\?>\s*)?(<!--.*?-->\s*)?<svg .*<\/svg>$/s, '(svg)'),
      // A log ID, which only the hosted Auth returns.
      error_id: () => undefined,
      ...Object.fromEntries(['expires_at', 'iat', 'exp', 'timestamp'].map((key) => [key, () => '(seconds)'])),
    }),
  );
  // Sorted by name, since Auth returns them in no order.
  const sorted = (values: unknown[]) => {
    const name = (value: unknown) =>
      Object(value).provider ?? Object(value).method ?? Object(value).friendly_name ?? '';
    return values.toSorted((one, other) => name(one).localeCompare(name(other)));
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === 'string') return maskText(value);
    if (Array.isArray(value)) return sorted(value).map(mask);
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value).toSorted();
    return JSON.parse(
      JSON.stringify(
        Object.fromEntries(
          keys.map((key) => {
            const found = (value as Record<string, unknown>)[key];
            return [key, found === null ? null : (byKey.get(key) ?? mask)(found as never)];
          }),
        ),
      ),
    );
  };
  return answers.map(mask);
}
