import { flushOutbox } from './flush-outbox.ts';

const mockSendMail = jest.fn<Promise<void>, [{ to: string; subject: string; text: string }]>();
const mockCallFunction = jest.fn<Promise<unknown>, [string, Record<string, unknown>]>();
let mockSmtpUrl: string | null;
jest.mock('nodemailer', () => ({ createTransport: () => ({ sendMail: mockSendMail }) }));
jest.mock('../supabase/call-function.ts', () => ({
  callFunction: (name: string, parameters: Record<string, unknown>) => mockCallFunction(name, parameters),
}));
jest.mock('../env.ts', () => ({
  environment: () => ({
    smtpUrl: mockSmtpUrl,
    mailFrom: 'us@example.test',
    siteUrl: 'https://site.test',
    branding: { siteName: 'Countersign', supportUrl: null },
  }),
}));

const start = Date.parse('2026-11-20T10:00:00Z');
const address = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';

function makeNotice(id: string, changes: object = {}) {
  return {
    ...{ id, kind: 'wallet_moved_away', details: { address }, recipient: `${id}@example.test` },
    ...{ createdAt: '2026-11-20T09:15:00Z', retryAt: '2026-11-20T10:02:00Z' },
    ...changes,
  };
}

let queued: ReturnType<typeof makeNotice>[];
let logged: string;

beforeEach(() => {
  jest.useFakeTimers({ now: start });
  mockSmtpUrl = 'smtp://127.0.0.1:1';
  queued = [];
  logged = '';
  mockSendMail.mockReset().mockResolvedValue();
  // Returns every notice once, as a claimed notice isn't due again before its time.
  mockCallFunction.mockReset().mockImplementation(async (name, { p_at_most }) => ({
    ok: true,
    rows: name === 'claim_outbox' ? queued.splice(0, Number(p_at_most)) : null,
  }));
  jest.spyOn(console, 'error').mockImplementation((text) => {
    logged += `${text}\n`;
  });
});
afterEach(async () => {
  // Runs the timers that a failure started.
  await jest.runAllTimersAsync();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const finished = () =>
  mockCallFunction.mock.calls
    .filter(([name]) => name === 'finish_outbox_mail')
    .map(([, given]) => given.p_mail_id);
const sentTo = () => mockSendMail.mock.calls.map(([{ to }]) => to);
const claimed = () => mockCallFunction.mock.calls.filter(([name]) => name === 'claim_outbox');

test('sends a notice, and only then deletes it', async () => {
  queued = [makeNotice('ann')];
  mockSendMail.mockImplementation(async () => expect(finished()).toEqual([]));
  await flushOutbox();
  expect(finished()).toEqual(['ann']);
  const mail = mockSendMail.mock.calls[0]?.[0];
  expect(mail?.to).toBe('ann@example.test');
  // The email may arrive hours later.
  expect(mail?.text).toContain('On 20 Nov 2026, 09:15 UTC, ');
  expect(mail?.text).toContain(address);
  expect(mail?.text).toMatch(/^https:\/\/site\.test\/activity\/not-me$/m);
});

test('continues until no notice is due', async () => {
  queued = Array.from({ length: 25 }, (_, place) => makeNotice(`person-${place}`));
  await flushOutbox();
  expect(finished()).toHaveLength(25);
});

test('keeps a notice that the mail server refused, retries when it is due, and logs no address', async () => {
  queued = [makeNotice('ann'), makeNotice('bob')];
  mockSendMail.mockImplementation(async ({ to }) => {
    if (to.startsWith('ann')) throw Object.assign(new Error(`550 no ${to}`), { code: 'EENVELOPE' });
  });
  await flushOutbox();
  expect(finished()).toEqual(['bob']);
  expect(logged).toContain('EENVELOPE');
  expect(logged).not.toContain('@');

  const before = claimed().length;
  await jest.advanceTimersByTimeAsync(119_000);
  expect(claimed()).toHaveLength(before);
  queued = [makeNotice('ann', { retryAt: '2026-11-20T10:06:00Z' })];
  mockSendMail.mockResolvedValue();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(finished()).toEqual(['bob', 'ann']);
});

test("a notice that cannot be written doesn't block others, and none of it is logged", async () => {
  queued = [
    makeNotice('newer', { kind: 'from_a_newer_version' }),
    makeNotice('inherited', { kind: 'toString' }),
    makeNotice('broken', { details: { secret: 'ann@example.test' } }),
    makeNotice('bob'),
  ];
  await flushOutbox();
  expect(sentTo()).toEqual(['bob@example.test']);
  expect(finished()).toEqual(['bob']);
  expect(logged).not.toContain('ann@example.test');
});

test('deletes a notice for an account without an address', async () => {
  queued = [makeNotice('ann', { recipient: null })];
  await flushOutbox();
  expect(sentTo()).toEqual([]);
  expect(finished()).toEqual(['ann']);
});

test('without SMTP_URL it claims no notices, and lets the database delete old ones', async () => {
  mockSmtpUrl = null;
  queued = [makeNotice('ann')];
  await flushOutbox();
  expect(claimed()).toEqual([['claim_outbox', { p_at_most: 0 }]]);
  expect(sentTo()).toEqual([]);
  expect(finished()).toEqual([]);
});

test('an email that was sent but not marked as sent may arrive twice, and is not lost', async () => {
  queued = [makeNotice('ann')];
  mockCallFunction.mockImplementationOnce(async () => ({ ok: true, rows: queued.splice(0) }));
  mockCallFunction.mockImplementationOnce(async () => ({ ok: false, code: 'backend.unavailable' }));
  await flushOutbox();
  expect(sentTo()).toEqual(['ann@example.test']);
  queued = [makeNotice('ann')];
  await jest.advanceTimersByTimeAsync(120_000);
  expect(sentTo()).toEqual(['ann@example.test', 'ann@example.test']);
});

test('never throws when the database is unreachable, and retries a minute later', async () => {
  mockCallFunction.mockImplementationOnce(async () => ({ ok: false, code: 'backend.unavailable' }));
  queued = [makeNotice('ann')];
  await flushOutbox();
  expect(finished()).toEqual([]);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(finished()).toEqual(['ann']);
});
