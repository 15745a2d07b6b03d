import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './env';

const folder = mkdtempSync(join(tmpdir(), 'countersign-intro-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string, bytes: string | Buffer) => {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return readFrom(file);
};
const readFrom = (SITE_INTRO_PICTURE: string) =>
  readEnvironment({
    SUPABASE_URL: 'https://abcdefgh.supabase.co',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_abc',
    SUPABASE_SECRET_KEY: 'sb_secret_abc',
    SITE_INTRO_PICTURE,
  });
const png = '89504e470d0a1a0a0000000d4948445200000000000049454e44ae426082';

it.each([
  ['image/png', png],
  ['image/jpeg', 'ffd8ffe000ffd9'],
  ['image/webp', '524946460400000057454250'],
])("detects %s by its bytes, whatever the file's name", (type, hexadecimal) => {
  expect(read('picture.html', Buffer.from(hexadecimal, 'hex'))).toMatchObject({
    environment: { intro: { picture: { type, address: expect.stringMatching(/^\/intro\/[0-9a-f]{32}$/) } } },
  });
});

it('refuses to start with any other file, in one line', () => {
  const large = Buffer.concat([
    Buffer.from('ffd8ff', 'hex'),
    Buffer.alloc(200 * 1024),
    Buffer.from('ffd9', 'hex'),
  ]);
  const followed = Buffer.concat([Buffer.from(png, 'hex'), Buffer.from('<script>')]);
  for (const answer of [
    read('page.png', '<!doctype html>'),
    read('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    read('large.jpg', large),
    read('followed.png', followed),
    readFrom(folder),
    readFrom(join(folder, 'missing.png')),
  ])
    expect(answer).toEqual({
      ok: false,
      message:
        'Configuration error. SITE_INTRO_PICTURE is not a readable PNG, JPEG or WebP file of at most 200 kB. Set SITE_INTRO_PICTURE in the environment or in .env.local.',
    });
});
