import { readdirSync, readFileSync } from 'node:fs';
import { errorOfRead } from '../supabase/rest';
import { logError, logFormat, logWarning, runInRequest, writeLogAsJson } from './log';
import { logEvents } from './log-events';

const untouched = { ...console };
let written: { out: string[]; err: string[] };
beforeEach(() => {
  written = { out: [], err: [] };
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.out.push(String(text)) > 0);
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.err.push(String(text)) > 0);
});
afterEach(() => {
  Object.assign(console, untouched);
  logFormat.isJson = false;
  jest.restoreAllMocks();
});

const parse = (lines: string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

test('in a terminal a line is its message only', () => {
  const said = jest.spyOn(console, 'error').mockReturnValue();
  logError('mail.not_sent', 'A mail could not be sent: EENVELOPE');
  expect(said.mock.calls).toEqual([['A mail could not be sent: EENVELOPE']]);
});

test('in production each line is JSON with time, level, event, request ID and message', () => {
  writeLogAsJson();
  runInRequest('an-id', () => logWarning('signature.refused', 'A signature\nwas refused'));
  logError('request.failed', 'A fault', new TypeError('of ours'));
  const [warning, error] = parse(written.err);
  expect(Object.keys(warning ?? {})).toEqual(['time', 'level', 'event', 'requestId', 'message']);
  expect(warning).toMatchObject({ level: 'warn', event: 'signature.refused', requestId: 'an-id' });
  expect(Date.parse(String(warning?.time))).not.toBeNaN();
  expect(error).toMatchObject({
    level: 'error',
    event: 'request.failed',
    error: { name: 'TypeError', message: 'of ours', stack: expect.stringContaining('log.test') },
  });
  expect(error).not.toHaveProperty('requestId');
  expect(written.err.join('').split('\n').length).toBe(3);
});

test('console lines of other packages become JSON too, without colors, and empty ones are skipped', () => {
  writeLogAsJson();
  console.log('\u001b[32m ▲ %s\u001b[39m', 'Ready');
  console.log('');
  console.error('⨯', new Error('theirs'));
  expect(parse(written.out)).toMatchObject([{ level: 'info', event: 'other', message: '▲ Ready' }]);
  expect(parse(written.err)).toMatchObject([
    { level: 'error', event: 'other', error: { message: 'theirs' } },
  ]);
});

test('a page that an outage keeps from being shown is logged by its reason, without a stack', () => {
  writeLogAsJson();
  console.error('⨯', errorOfRead('Wallets could not be read', { error: { code: 'PGRST002' }, status: 503 }));
  console.error('⨯', errorOfRead('Activity could not be read', { error: { code: '' }, status: 0 }));
  const line = { level: 'warn', event: 'request.unavailable' };
  const [answered, unanswered] = parse(written.err);
  expect(answered).toMatchObject({ ...line, message: 'Wallets could not be read: PGRST002' });
  expect(unanswered).toMatchObject({ ...line, message: 'Activity could not be read: no response' });
  expect(answered).not.toHaveProperty('error');
});

test('two concurrent requests each log their own ID', async () => {
  writeLogAsJson();
  const later = async (id: string) => {
    await Promise.resolve();
    logError('other', id);
  };
  await Promise.all([runInRequest('one', () => later('one')), runInRequest('two', () => later('two'))]);
  expect(parse(written.err).map(({ requestId, message }) => [requestId, message])).toEqual([
    ['one', 'one'],
    ['two', 'two'],
  ]);
});

const sources = ['lib', 'app', 'server']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

test('nothing on the server bypasses the log, except a refused start', () => {
  const past = sources.filter(
    ({ file, text }) => !file.startsWith('lib/log/') && /\bconsole\.\w+\(/.test(text),
  );
  // The first runs in browsers; the others refuse to start.
  expect(past.map(({ file }) => file).sort()).toEqual([
    'app/failed-page.tsx',
    'lib/start-up/start-up.ts',
    'server/main.ts',
  ]);
});

test('every event is used, and explained in docs/metrics-and-log-events.md', () => {
  const all = sources.filter(({ file }) => file !== 'lib/log/log-events.ts').map(({ text }) => text);
  const unused = Object.keys(logEvents).filter((event) => !all.some((text) => text.includes(`'${event}'`)));
  expect(unused).toEqual([]);
  const page = readFileSync('docs/metrics-and-log-events.md', 'utf8');
  for (const [event, meaning] of Object.entries(logEvents))
    expect(page).toContain(`| \`${event}\` | ${meaning} |`);
});
