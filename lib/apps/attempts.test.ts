import '../testing/unreachable-project';
import { redirectHostOf } from './attempts';

test.each([
  ['https://App.Example/callback?code=private', 'app.example'],
  ['http://localhost:4000/auth/callback', 'localhost:4000'],
  ['http://[::1]:4000/', '[::1]:4000'],
  ['com.example.app:/callback', 'com.example.app'],
  ['https://user:password@app.example/', 'app.example'],
  [`https://${'a.'.repeat(126)}b/`, `${'a.'.repeat(126)}b`],
  [`https://${'a.'.repeat(127)}b/`, 'malformed'],
  [`https://${'a'.repeat(64)}.example/`, 'malformed'],
  ['javascript:alert(1)', 'malformed'],
  ['data:text/html,<b>', 'malformed'],
  ["https://a'b.example/", 'malformed'],
  ['not an address', 'malformed'],
  ['', 'malformed'],
])('of %s, the host is %s', (uri, host) => {
  expect(redirectHostOf(uri)).toBe(host);
});
