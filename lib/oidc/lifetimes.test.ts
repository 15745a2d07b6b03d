import { readFileSync } from 'node:fs';
import { lifetimes } from './provider';

test("docs/apps.md states each token's lifetime", () => {
  const page = readFileSync('docs/apps.md', 'utf8');
  const minutes = (seconds: number) => `${seconds / 60} minutes`;
  const days = (seconds: number) => `${seconds / 86_400} days`;
  expect(page).toContain(`| Code | ${lifetimes.AuthorizationCode} seconds, single use |`);
  expect(page).toContain(`| Access token | ${minutes(lifetimes.AccessToken)} |`);
  expect(page).toContain(`| ID token | ${minutes(lifetimes.IdToken)} |`);
  expect(page).toContain(`| Refresh token | ${days(lifetimes.RefreshToken)} |`);
  expect(page).toContain(`| Time to answer a request | ${minutes(lifetimes.Interaction)} |`);
});
