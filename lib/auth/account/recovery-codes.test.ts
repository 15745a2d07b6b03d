import { RecoveryCode } from '../../forms/auth-schemas.ts';
import { makeRecoveryCode } from './recovery-codes.ts';

test('a recovery code is 16 characters in four groups, and uses the whole alphabet', () => {
  const codes = Array.from({ length: 200 }, makeRecoveryCode);
  for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(new Set(codes).size).toBe(200);
  expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
});

test('a recovery code is accepted in any case and spacing, and half of one is refused', () => {
  const code = makeRecoveryCode();
  const plain = code.replaceAll('-', '');
  for (const typed of [code, plain, ` ${code.toLowerCase()} `, plain.match(/../g)?.join(' ')]) {
    expect(RecoveryCode.safeParse(typed).data).toBe(plain);
  }
  for (const typed of ['', code.slice(1), `${code}A`, code.replace(/^./, '1'), undefined]) {
    expect(RecoveryCode.safeParse(typed).success).toBe(false);
  }
});
