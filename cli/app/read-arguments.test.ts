import { run } from '../main';
import { readArguments } from '../read-arguments';
import { app } from './command';

const id = `app_${'a1'.repeat(12)}`;

afterEach(() => jest.restoreAllMocks());

test('reads the options of add; an app has a secret by default', () => {
  const typed = ['add', 'Wallet Gate', 'https://a.example/cb', 'https://a.example/cb2'];
  const nothing = { public: false, 'first-party': false, es256: false, json: false };
  expect(readArguments('app', app, typed)?.values).toEqual({
    ...nothing,
    name: 'Wallet Gate',
    'redirect-address': ['https://a.example/cb', 'https://a.example/cb2'],
    'sign-out': [],
    logo: undefined,
    sector: undefined,
  });
  const more = '--public --first-party --es256 --sign-out=https://a.example --sign-out b --json'.split(' ');
  expect(readArguments('app', app, [...typed, ...more])?.values).toMatchObject({
    json: true,
    public: true,
    'first-party': true,
    es256: true,
    'sign-out': ['https://a.example', 'b'],
  });
});

test.each([
  ['nothing that it knows', ['ad'], 'Usage'],
  ['a name of something that every object has', ['constructor'], 'Usage'],
  ['an app without an address', ['add', 'Gate'], 'needs a name and a redirect URI'],
  ['an option that it lacks', ['list', '--quick'], "Unknown option '--quick'"],
  ['an option of another one', ['list', '--public'], 'takes no --public'],
  [
    'an exemption as an app is added',
    ['add', 'Gate', 'https://a.example', '--exempt-from-pkce'],
    'Unknown option',
  ],
  ['an exemption of no app', ['exempt-from-pkce'], 'needs one client ID'],
  ['more than it takes', ['list', id], 'takes no arguments'],
  ['an id that is none', ['disable', 'Wallet Gate'], 'needs one client ID'],
  ['two ids', ['disable', id, id], 'needs one client ID'],
  ['hours that are none', ['rotate-secret', id, '--keep=soon'], '--keep must be'],
  ['hours beyond 30 days', ['rotate-secret', id, '--keep=721'], '--keep must be'],
  [
    'a time for one that is replaced',
    ['rotate-secret', id, '--keep=1', '--replace=2026-11-23T13:24:58Z'],
    'Use --keep or --replace',
  ],
  ['a replacing that is none', ['list', '--replace=x'], 'list takes no --replace'],
  ['a replacing of nothing', ['rotate-secret', id, '--replace'], '--replace'],
  ['a replacing by an id', ['rotate-secret', '--replace', id], 'after the client ID'],
  ['a replacing by no time', ['rotate-secret', id, '--replace=2026-13-45T99:99:99Z'], 'the time from list'],
  ['a replacing by a day', ['rotate-secret', id, '--replace=2026-11-23'], 'the time from list'],
  ['a removal that may be a slip', ['remove', id], 'disable can be undone'],
])('refuses %s with the reason', async (_, args, words) => {
  const failed: string[] = [];
  jest.spyOn(console, 'error').mockImplementation((line: string) => void failed.push(line));
  expect(await run(['app', ...args], {})).toBe(1);
  expect(failed.join('\n')).toContain(words);
});
