import { nameProviders } from './name-providers';

test.each([
  [[], 'a wallet'],
  [['email', 'google'], 'Google or a wallet'],
  [['google', 'github', 'azure'], 'GitHub, Google, or a wallet'],
])('names the providers of the project among other ways to sign in: %j', (enabled, names) => {
  expect(nameProviders(enabled)).toBe(names);
});
