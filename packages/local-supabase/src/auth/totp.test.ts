import { TOTP } from 'otpauth';
import { isTotpCode, makeTotpSecret } from './totp.ts';

const secret = makeTotpSecret();
const nowMs = Date.parse('2026-11-20T12:00:15Z');
const codeAt = (steps: number) => new TOTP({ secret }).generate({ timestamp: nowMs + steps * 30_000 });

test('a code is accepted one step early or late, and no other code', () => {
  const isTaken = (code: string) => isTotpCode(secret, code, nowMs);
  expect([-2, -1, 0, 1, 2].filter((steps) => isTaken(codeAt(steps)))).toEqual([-1, 0, 1]);
  expect(['', '12345', '1234567', 'abcdef', '      '].filter(isTaken)).toEqual([]);
});

test('a secret has 160 random bits', () => {
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(secret);
});
