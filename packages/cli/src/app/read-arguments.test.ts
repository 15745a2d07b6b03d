import { readArguments } from './read-arguments';

const id = `app_${'a1'.repeat(12)}`;

test('an app is added with what was said, and keeps a secret if nothing was', () => {
  const typed = ['add', 'Wallet Gate', 'https://a.example/cb', 'https://a.example/cb2'];
  expect(readArguments(typed)).toEqual({
    asJson: false,
    command: {
      what: 'add',
      name: 'Wallet Gate',
      redirectUris: ['https://a.example/cb', 'https://a.example/cb2'],
      signOutUris: [],
      isConfidential: true,
      isFirstParty: false,
      logoFile: null,
      sector: null,
      algorithm: 'RS256',
    },
  });
  const more = [
    '--public',
    '--first-party',
    '--es256',
    '--sign-out=https://a.example',
    '--sign-out',
    'b',
    '--json',
  ];
  expect(readArguments([...typed, ...more])).toMatchObject({
    asJson: true,
    command: {
      isConfidential: false,
      isFirstParty: true,
      algorithm: 'ES256',
      signOutUris: ['https://a.example', 'b'],
    },
  });
});

test('RS256 may be said, as by scripts of before it was the default', () => {
  const typed = ['add', 'Gate', 'https://a.example/cb', '--rs256'];
  expect(readArguments(typed).command).toMatchObject({ algorithm: 'RS256' });
});

test('an old secret works for a day, unless it is said for how long', () => {
  expect(readArguments(['rotate-secret', id]).command).toMatchObject({ keepHours: 24 });
  expect(readArguments(['rotate-secret', id, '--keep=0']).command).toMatchObject({ keepHours: 0 });
});

test('the newest secret is replaced only by when it was made', () => {
  const replacedMadeAt = '2026-11-23T13:24:58.123456+00:00';
  expect(readArguments(['rotate-secret', id, '--replace', replacedMadeAt]).command).toEqual({
    what: 'rotate-secret',
    clientId: id,
    replacedMadeAt,
  });
});

test.each([
  ['nothing that it knows', ['ad'], 'Usage'],
  ['a name of something that every object has', ['constructor'], 'Usage'],
  ['an app without an address', ['add', 'Gate'], 'needs a name and a redirect address'],
  ['an option that it lacks', ['list', '--quick'], "Unknown option '--quick'"],
  ['an option of another one', ['list', '--public'], 'takes no --public'],
  ['two algorithms', ['add', 'Gate', 'https://a.example', '--es256', '--rs256'], 'Say --es256 or --rs256'],
  [
    'an exemption as an app is added',
    ['add', 'Gate', 'https://a.example', '--exempt-from-pkce'],
    'Unknown option',
  ],
  ['an exemption of no app', ['exempt-from-pkce'], 'needs the id of one app'],
  ['more than it takes', ['list', id], 'takes nothing more'],
  ['an id that is none', ['disable', 'Wallet Gate'], 'needs the id of one app'],
  ['two ids', ['disable', id, id], 'needs the id of one app'],
  ['hours that are none', ['rotate-secret', id, '--keep=soon'], '--keep must be'],
  ['hours beyond 30 days', ['rotate-secret', id, '--keep=721'], '--keep must be'],
  [
    'a time for one that is replaced',
    ['rotate-secret', id, '--keep=1', '--replace=2026-11-23T13:24:58Z'],
    'Say --keep or --replace',
  ],
  ['a replacing that is none', ['list', '--replace=x'], 'list takes no --replace'],
  ['a replacing of nothing', ['rotate-secret', id, '--replace'], '--replace'],
  ['a replacing by an id', ['rotate-secret', '--replace', id], 'after the id of the app'],
  ['a replacing by no time', ['rotate-secret', id, '--replace=2026-13-45T99:99:99Z'], 'as list has it'],
  ['a replacing by a day', ['rotate-secret', id, '--replace=2026-11-23'], 'as list has it'],
  ['a removal that may be a slip', ['remove', id], 'disable can be taken back'],
])('refuses %s, and says what is wrong', (_, args, words) => {
  expect(() => readArguments(args)).toThrow(words);
});
