import { isJustLinked } from './is-just-linked';

const email = {
  provider: 'email',
  created_at: '2026-11-01T10:00:00Z',
  last_sign_in_at: '2026-11-01T10:00:00Z',
};
const github = (lastVisit: string) => ({
  provider: 'github',
  created_at: '2026-11-20T10:00:00.120Z',
  last_sign_in_at: lastVisit,
});

it('distinguishes a newly linked provider from a known one', () => {
  expect(isJustLinked([email, github('2026-11-20T10:00:00.100Z')], 'github')).toBe(true);
  expect(isJustLinked([email, github('2026-11-20T10:00:09Z')], 'github')).toBe(false);
});

it('ignores the provider that created the account', () => {
  expect(isJustLinked([github('2026-11-20T10:00:00.100Z')], 'github')).toBe(false);
});
