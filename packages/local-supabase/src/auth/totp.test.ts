import { TOTP } from 'otpauth';
import { isTotpCode, makeTotpSecret } from './totp.ts';

const secret = makeTotpSecret();
const nowMs = Date.parse('2026-11-20T12:00:15Z');
const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: nowMs + steps * 30_000 });

test.each([-1, 0, 1])('takes the code %d steps off', (steps) => {
  expect(isTotpCode(secret, codeAt(steps), nowMs)).toBe(true);
});

test.each([-2, 2])('refuses the code %d steps off', (steps) => {
  expect(isTotpCode(secret, codeAt(steps), nowMs)).toBe(false);
});

test.each(['', '12345', '1234567', 'abcdef', '      '])('refuses "%s"', (code) => {
  expect(isTotpCode(secret, code, nowMs)).toBe(false);
});

test('a secret has 160 random bits', () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(secret);
});
