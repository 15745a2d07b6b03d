import type { Adapter } from '@solana/wallet-adapter-base';
import { listWalletChoices, readWalletIcon } from './wallet-choices';

const png = 'data:image/png;base64,AAAA';

function wallet(name: string, readyState: string, more: object = {}) {
  return {
    adapter: { name, icon: png, url: 'https://wallet.example', ...more } as unknown as Adapter,
    readyState,
  };
}

describe('the list of wallets', () => {
  it('puts detected wallets first and hides unsupported ones', () => {
    const { detected, others } = listWalletChoices(
      [
        wallet('A', 'NotDetected'),
        wallet('B', 'Installed'),
        wallet('C', 'Unsupported'),
        wallet('D', 'Loadable'),
      ],
      true,
    );
    expect(detected.map(({ label }) => label)).toEqual(['B']);
    expect(others.map(({ label, offer }) => [label, offer])).toEqual([
      ['A', 'install'],
      ['D', 'open-app'],
    ]);
  });

  it("offers to install Solflare if its app can't be opened by a link", () => {
    const offerOf = (opens: boolean) =>
      listWalletChoices([wallet('Solflare', 'Loadable')], opens).others[0]?.offer;
    expect(offerOf(false)).toBe('install');
    expect(offerOf(true)).toBe('open-app');
  });

  it("lists this phone's apps first, and another phone last", () => {
    const { detected, others } = listWalletChoices(
      [
        wallet('Remote Mobile Wallet Adapter', 'Installed'),
        wallet('Phantom', 'NotDetected'),
        wallet('Mobile Wallet Adapter', 'Installed'),
      ],
      false,
    );
    expect(detected.map(({ label, offer }) => [label, offer])).toEqual([['Wallet app', 'open-app']]);
    expect(others.map(({ label, offer }) => [label, offer])).toEqual([
      ['Phantom', 'install'],
      ['Wallet on a phone', 'scan'],
    ]);
  });

  it('lists only the first of several wallets with one name, which is the one that connects', () => {
    const first = wallet('Twin', 'Installed');
    const { detected } = listWalletChoices([first, wallet('Twin', 'Installed')], false);
    expect(detected.map(({ adapter }) => adapter)).toEqual([first.adapter]);
  });

  it('skips a wallet that throws when read, and keeps the others', () => {
    const hostile = {
      get name(): string {
        throw new Error('no');
      },
    };
    const { detected } = listWalletChoices(
      [{ adapter: hostile as unknown as Adapter, readyState: 'Installed' }, wallet('Fine', 'Installed')],
      false,
    );
    expect(detected.map(({ label }) => label)).toEqual(['Fine']);
  });

  it.each(['javascript:alert(1)', 'http://wallet.example', '//wallet.example', ''])(
    'ignores the install page %j',
    (url) => expect(listWalletChoices([wallet('A', 'NotDetected', { url })], false).others).toEqual([]),
  );

  it.each(['__proto__', 'constructor'])('has no note for a wallet named %s', (name) =>
    expect(listWalletChoices([wallet(name, 'Installed')], false).detected[0]).toMatchObject({ note: null }),
  );

  it('explains the demo wallet', () => {
    expect(listWalletChoices([wallet('Demo Wallet', 'Installed')], false).detected[0]?.note).toBe(
      'for trying out',
    );
  });
});

describe('the icon of a wallet', () => {
  it.each([
    'data:image/svg+xml;base64,AA',
    'data:image/svg+xml,%3Csvg/%3E',
    png,
    'data:image/webp;base64,AA',
  ])('shows %s', (icon) => expect(readWalletIcon({ icon })).toBe(icon));

  it.each([
    ['https://tracker.example/i.png'],
    ['data:text/html,<script>alert(1)</script>'],
    ['javascript:alert(1)'],
    ['data:image/svg+xmlx,'],
    [`data:image/png;base64,${'A'.repeat(200_000)}`],
    [undefined],
    [{}],
  ])('shows nothing for anything else', (icon) => expect(readWalletIcon({ icon })).toBeNull());

  it('shows nothing if reading it throws', () => {
    const hostile = {
      get icon(): string {
        throw new Error('no');
      },
    };
    expect(readWalletIcon(hostile)).toBeNull();
  });
});
