import { describeDevice } from './device.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${blink} Chrome/142.0.0.0 Safari/537.36`, 'Chrome 142 on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${blink} Chrome/142.0.0.0 Safari/537.36 Edg/141.0.1`,
    'Edge 141 on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 on Linux'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/26.1 Safari/605.1.15`,
    'Safari 26 on Mac',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) ${webKit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome 142 on iPhone',
  ],
  ['Firefox/', 'Firefox'],
  [`Chrome/${'9'.repeat(40)}`, 'Chrome 9999'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Safari/605.1.15`, 'Safari on Mac'],
  ['curl/8.5.0', null],
  ['', null],
])('describes the device to its owner: %s', (userAgent, described) => {
  expect(describeDevice(userAgent)).toBe(described);
});

it('reads only the beginning of a very long header', () => {
  const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
  const filler = 'Version/1'.repeat(1700);
  expect(describeDevice(`${mac} Version/26.1 Safari/605.1.15 ${filler}`)).toBe('Safari 26 on Mac');
  expect(describeDevice(`${mac} ${filler} Safari/605.1.15`)).toBe('Mac');
});
