import { describeReady } from './describe-ready.ts';

test('with the local backend, names the page to open, the Demo Wallet, the mailbox and the example app', () => {
  const lines = describeReady(3000, 'http://localhost:3000', 'http://127.0.0.1:54321/mailbox').split('\n');
  expect(lines[0]).toBe('Ready on http://localhost:3000');
  expect(lines[1]).toMatch(/^Open http:\/\/localhost:3000 .*Demo Wallet/);
  expect(lines[2]).toContain('http://127.0.0.1:54321/mailbox');
  expect(lines[3]).toContain('npm run example');
});

test('with a Supabase project, names the public URL and no Demo Wallet', () => {
  const text = describeReady(3001, 'https://countersign.example', null);
  expect(text).toMatch(
    /^Ready on http:\/\/localhost:3001\nOpen https:\/\/countersign\.example, .*npm run doctor\n/,
  );
  expect(text).not.toMatch(/Demo Wallet|mailbox/i);
});
