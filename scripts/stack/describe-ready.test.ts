import { describeReady } from './describe-ready.ts';

test('with the local backend it says which page to open, how to try a wallet, where emails arrive, and how to see an app', () => {
  const lines = describeReady(3000, 'http://localhost:3000', 'http://127.0.0.1:54321/mailbox').split('\n');
  expect(lines[0]).toBe('Ready on http://localhost:3000');
  expect(lines[1]).toMatch(/^Open http:\/\/localhost:3000 .*Demo Wallet/);
  expect(lines[2]).toContain('http://127.0.0.1:54321/mailbox');
  expect(lines[3]).toContain('npm run example');
});

test('with a Supabase project it names the address that people open, and no demo wallet', () => {
  const text = describeReady(3001, 'https://countersign.example', null);
  expect(text).toMatch(
    /^Ready on http:\/\/localhost:3001\nOpen https:\/\/countersign\.example, .*npm run doctor\n/,
  );
  expect(text).not.toMatch(/Demo Wallet|mailbox/i);
});
