import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SolanaMobileWalletAdapterWalletName } from '@solana-mobile/wallet-adapter-mobile';
import * as absent from './absent-mobile-adapter';

const folder = join(__dirname, '../../../node_modules/@solana/wallet-adapter-react/lib/esm');

it('exports everything the wallet provider imports from the replaced package', () => {
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  const imports = [...text.matchAll(/import \{([^}]*)\} from '@solana-mobile\/wallet-adapter-mobile'/g)];
  const names = new Set(imports.flatMap(([, list]) => (list ?? '').split(',').map((name) => name.trim())));
  names.delete('');
  expect(names.size).toBeGreaterThan(3);
  expect(Object.keys(absent)).toEqual(expect.arrayContaining([...names]));
});

it("has the original's name, and refuses to connect", async () => {
  expect(absent.SolanaMobileWalletAdapterWalletName).toBe(SolanaMobileWalletAdapterWalletName);
  const adapter = new absent.SolanaMobileWalletAdapter();
  expect(adapter.readyState).toBe('Unsupported');
  await expect(adapter.connect()).rejects.toMatchObject({ name: 'WalletNotReadyError' });
});
