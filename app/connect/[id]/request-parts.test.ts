import { describeClaims } from './request-parts';

const account = { code: 'ABCD', displayName: null, email: null };
const nameId = (sector: string | null) => describeClaims(['openid'], account, false, sector)[0]?.title;

it('promises separate IDs for an app that shares them with no other', () => {
  expect(nameId(null)).toBe('An ID that only this app has for you');
});

it('names the host whose apps share an ID', () => {
  expect(nameId('gate.example')).toBe('An ID that only apps of gate.example have for you');
});

it('explains that the app will see a name once it is set', () => {
  const titleOf = (displayName: string | null) =>
    describeClaims(['profile'], { ...account, displayName }, false, null)[0];
  expect(titleOf(null)).toEqual({ scope: 'profile', title: 'Your name, once you set one' });
  expect(titleOf('Ada')).toEqual({ scope: 'profile', title: 'Your name', detail: 'Ada' });
});
