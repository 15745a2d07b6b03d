import 'server-only';
import { headers } from 'next/headers';

/** Each browser's name in the header, and the pattern of its major version. */
const browsers: [naming: RegExp, version: RegExp, name: string][] = [
  [/Edg\//, /Edg\/(\d{1,4})/, 'Edge'],
  [/OPR\//, /OPR\/(\d{1,4})/, 'Opera'],
  [/(?:Firefox|FxiOS)\//, /(?:Firefox|FxiOS)\/(\d{1,4})/, 'Firefox'],
  [/(?:Chrome|CriOS)\//, /(?:Chrome|CriOS)\/(\d{1,4})/, 'Chrome'],
  [/Safari\//, /Version\/(\d{1,4})/, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** Browsers name themselves and their system within these characters. A header can be far longer. */
const readsCharacters = 512;

/** The device of this request, such as "Chrome 142 on Android". Helps the owner recognize it; easily faked. */
export async function readDevice(): Promise<string | null> {
  return describeDevice((await headers()).get('user-agent') ?? '');
}

export function describeDevice(userAgent: string): string | null {
  const text = userAgent.slice(0, readsCharacters);
  const [, version, name] = browsers.find(([naming]) => naming.test(text)) ?? [];
  const number = version?.exec(text)?.[1];
  const browser = number ? `${name} ${number}` : name;
  const system = systems.find(([pattern]) => pattern.test(text))?.[1];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
