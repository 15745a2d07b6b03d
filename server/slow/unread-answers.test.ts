import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inProject } from '../../scripts/project-folder';

/** Small packets and a small receive buffer, as between machines. The buffers of loopback would hold a whole response. */
const script = `
  ip link set lo mtu 1500 up
  echo 4096 4096 8192 > /proc/sys/net/ipv4/tcp_rmem
  exec "$0" "$@"
`;

function runInOwnNetwork(...command: string[]) {
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
  return promisify(execFile)('unshare', ['-rn', 'sh', '-ec', script, ...command], { env });
}

it('beside a thousand unread responses newcomers are answered, and a slow reader gets all of its own', async () => {
  await runInOwnNetwork('true').catch((cause) => {
    throw new Error(
      'This test needs a network of its own: Linux, unshare (Debian: util-linux), ip (iproute2), and leave to make user namespaces.',
      { cause },
    );
  });
  const attack = inProject('server/testing/unread-answers.ts');
  const seen = JSON.parse((await runInOwnNetwork(process.execPath, attack)).stdout);
  expect(seen.answered).toBe(seen.newcomers);
  // Of 1,000 places, newcomers hold some.
  expect(seen.fewestUnread).toBeGreaterThan(900);
  expect(seen.taken).toBeGreaterThan(410_000);
});
