import 'server-only';
import { headers } from 'next/headers';

/** With the first number of its version. */
const browsers: [RegExp, string][] = [
  [/Edg\/(\d+)?/, 'Edge'],
  [/OPR\/(\d+)?/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)?/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)?/, 'Chrome'],
  [/(?:Version\/(\d+).*)?Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
];

/** The device of this request in words, like "Chrome 142 on Android". Only for its owner to recognise; easily faked. */
export async function readDevice(): Promise<string | null> {
  return describeDevice((await headers()).get('user-agent') ?? '');
}

/** @param userAgent the request's header. */
export function describeDevice(userAgent: string): string | null {
  const browser = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent);
    return found ? [found[1] ? `${name} ${found[1].slice(0, 4)}` : name] : [];
  })[0];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
