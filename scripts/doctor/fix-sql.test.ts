import { readExposedSchemas } from './fix-sql';

test.each([
  [
    'of today',
    'Only the following schemas are exposed: public, graphql_public, my-api',
    'public, graphql_public, my-api',
  ],
  ['before 13', 'The schema must be one of the following: public, api', 'public, api'],
  ['that says neither', 'permission denied', null],
])('the schemas that a PostgREST %s shows stay shown', (_, message, shown) => {
  expect(readExposedSchemas(JSON.stringify({ code: 'PGRST106', message }))).toBe(shown);
});
