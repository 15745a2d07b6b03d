import { createAccount } from '../fixtures/account.ts';
import { openMailbox } from '../fixtures/mailbox.ts';
import { createWalletKey, openProver, proveWallet } from '../fixtures/prove-wallet.ts';
import { expect, test } from '../fixtures/test.ts';

test('what the last process left unsent is sent when the next one starts', async ({ startPrivateStack }) => {
  const stack = await startPrivateStack();
  const { addresses } = stack;
  const [first, second] = [await createAccount(addresses), await createAccount(addresses)];
  const mailbox = openMailbox(addresses.mailboxUrl);
  const key = createWalletKey();
  await proveWallet(addresses, await openProver(addresses, first), key);
  // Only in the database: as if the process had died before it sent the mail.
  await proveWallet(addresses, await openProver(addresses, second), key, { purpose: 'move' });
  await stack.startAnotherApp();
  const mail = await mailbox.noticeTo(first.email, 'A wallet was moved to another account');
  expect(mail.text).toContain(key.address);
});
