import { describeClaims } from './describe-claims';

const account = { code: 'ABCD', displayName: null, email: null };
const nameId = (sector: string | null) => describeClaims(['openid'], account, false, sector)[0]?.title;

it('promises an ID of its own to an app that shares it with none', () => {
  expect(nameId(null)).toBe('An ID that only this app has for you');
});

it('says whose apps share an ID', () => {
  expect(nameId('gate.example')).toBe('An ID that only apps of gate.example have for you');
});
