import { nameProviders } from './name-providers';

test.each([
  [[], 'a wallet'],
  [['email', 'google'], 'Google or a wallet'],
  [['google', 'github', 'azure'], 'GitHub, Google, or a wallet'],
])("names the project's providers among other ways to sign in: %j", (enabled, names) => {
  expect(nameProviders(enabled)).toBe(names);
});
