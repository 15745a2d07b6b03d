import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './env';
import { makePng, pngHead, pngPart, pngSignature } from './testing/make-png';

const folder = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readWith = (variables: Record<string, string>) =>
  readEnvironment({
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
    SUPABASE_SECRET_KEY: 'sb_secret_abc',
    ...variables,
  });

function save(name: string, bytes: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

test('serves a logo by its hash, with only the chunks that draw it', () => {
  const logo = save(
    'logo.html',
    makePng({ width: 120, height: 40, more: [pngPart('tEXt', Buffer.from('secret'))] }),
  );
  const read = readWith({ SITE_LOGO: logo, SITE_ICON: save('icon.png', makePng({ width: 64, height: 64 })) });
  if (!read.ok) throw new Error(read.message);
  const { logo: shown, darkLogo, icon } = read.environment.pictures;
  expect(shown).toMatchObject({
    address: expect.stringMatching(/^\/brand\/[0-9a-f]{32}$/),
    width: 120,
    height: 40,
  });
  expect(Buffer.from(shown?.bytes ?? '').includes('secret')).toBe(false);
  expect([darkLogo, icon?.width]).toEqual([null, 64]);
  expect(readWith({ SITE_LOGO: folder })).toMatchObject({ message: expect.stringContaining('not a file') });
  expect(readWith({ SITE_LOGO_DARK: logo, SITE_COLOR_DARK: '#ffd400' })).toMatchObject({
    message: expect.stringContaining(
      'SITE_LOGO is missing (SITE_LOGO_DARK needs it), SITE_COLOR is missing (SITE_COLOR_DARK needs it).',
    ),
  });
});

const hugeParts = [pngSignature, pngHead(20_000, 20_000), pngPart('IDAT'), pngPart('IEND')];

test.each([
  ['SITE_LOGO', null, 'a file that is missing or that the server may not read'],
  ['SITE_LOGO_DARK', Buffer.alloc(5 * 1024 * 1024), 'larger than 100 kB'],
  ['SITE_LOGO', Buffer.concat([makePng(), Buffer.from('<script>')]), 'not a whole PNG picture'],
  [
    'SITE_LOGO',
    Buffer.concat(hugeParts),
    'a picture of 20000 × 20000 pixels, and must be 28 to 400 pixels high and at most 8 times as wide as high',
  ],
  [
    'SITE_ICON',
    makePng({ width: 65 }),
    'a picture of 65 × 64 pixels, and must be square, with 64 to 512 pixels a side',
  ],
])('refuses to start with %s set to a wrong file, and says why', (name, content, why) => {
  const file = content === null ? join(folder, 'missing.png') : save('wrong.png', content);
  const read = readWith({ SITE_LOGO: save('right.png', makePng()), [name]: file });
  expect(read).toEqual({
    ok: false,
    message: `Configuration error. ${name} is ${why}. Set ${name} in the environment or in .env.local.`,
  });
});
