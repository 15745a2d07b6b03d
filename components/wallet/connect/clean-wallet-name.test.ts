import { cleanWalletName } from './clean-wallet-name';

describe('the displayed name of a wallet', () => {
  it.each(['Phantom', 'Coinbase Wallet', 'Brave – Кошелёк', '钱包', 'OKX Wallet 2.0'])(
    'leaves %s unchanged',
    (name) => expect(cleanWalletName(name)).toBe(name),
  );

  it('cuts a name of 10 kB to 40 characters', () => {
    const shown = cleanWalletName('W'.repeat(10_000));
    expect(Array.from(shown)).toHaveLength(40);
    expect(shown.endsWith('…')).toBe(true);
  });

  it('never cuts a character in half', () => {
    expect(cleanWalletName('😀'.repeat(60)).isWellFormed()).toBe(true);
    expect(cleanWalletName('😀'.repeat(10_000)).isWellFormed()).toBe(true);
  });

  it('strips marks that change the text direction', () => {
    expect(cleanWalletName('Phan\u202Emot\u2066\u200F')).toBe('Phanmot');
  });

  it('strips zero-width, filler and control characters, so that two names cannot differ invisibly', () => {
    expect(cleanWalletName('Ph\u200Ban\u00ADt\u2060o\u0000m\u3164\uFEFF\u{E0041}')).toBe('Phantom');
  });

  it('replaces line breaks', () => {
    expect(cleanWalletName('Phantom\n\tWallet\u2028 X')).toBe('Phantom Wallet X');
  });

  it('limits stacked accents, which would paint over other rows', () => {
    expect(cleanWalletName(`a${'\u0301'.repeat(50)}b`)).toBe('a\u0301\u0301b');
  });

  it.each([[''], ['   '], ['\u200B\u202E'], [undefined], [null], [42], [{ toString: () => 'x' }]])(
    'names a wallet without a readable name "Unnamed wallet"',
    (name) => expect(cleanWalletName(name)).toBe('Unnamed wallet'),
  );
});
