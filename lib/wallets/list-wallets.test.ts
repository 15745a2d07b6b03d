import { shareIcons, type Wallet } from './list-wallets';

const phantom = `data:image/png;base64,${'p'.repeat(12_000)}`;
const solflare = 'data:image/png;base64,solflare';

function write(...icons: Wallet['icon'][]): Wallet[] {
  return icons.map((icon, index) => ({ id: String(index), icon }) as Wallet);
}

it('sends an icon that fifty wallets share once', () => {
  const shared = shareIcons(write(...Array<string>(50).fill(phantom)));
  expect(shared.icons).toEqual([phantom]);
  expect(JSON.stringify(shared.wallets)).not.toContain('data:');
});

it('gives every wallet its own icon, if it has one', () => {
  const { wallets, icons } = shareIcons(write(phantom, null, solflare, phantom));
  expect(icons).toEqual([phantom, solflare]);
  expect(wallets.map(({ icon }) => icon)).toEqual([0, null, 1, 0]);
});
