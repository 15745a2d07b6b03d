import { settings } from '../testing/visit.ts';
import { sealCookies } from './sealed-cookies.ts';
import { checkSettings } from './settings.ts';

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test.each(['', 'a', 'ab'])(
  'a cookie is refused with any one bit changed, one that decoders ignore too: %j',
  async (filler) => {
    const cookies = sealCookies(checkSettings(settings));
    const { name, value } = await cookies.write('session', { filler });
    const read = (changed: string) => cookies.read('session', `${name}=${changed}`);
    expect(await read(value)).toEqual({ filler });
    const flips = [...value].flatMap((character, place) =>
      [1, 2, 4, 8, 16, 32].map((bit) => {
        const other = base64url[base64url.indexOf(character) ^ bit] ?? 'A';
        return `${value.slice(0, place)}${other}${value.slice(place + 1)}`;
      }),
    );
    for (const changed of flips) expect(await read(changed)).toBeNull();
    for (const added of ['=', ' ', '\n', '\t']) expect(await read(`${value}${added}`)).toBeNull();
  },
);
