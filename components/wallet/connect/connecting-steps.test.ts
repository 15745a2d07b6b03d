import type { Adapter } from '@solana/wallet-adapter-base';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { makeStandardWallet, simulateBrowser } from '@/components/wallet/testing/standard-wallet';
import { type WalletErrorCode, walletErrors } from '@/lib/errors/wallet';
import { ConnectingSteps, nameConnectingStep } from './connecting-steps';
import type { WalletChoice } from './wallet-choices';

beforeAll(simulateBrowser);

const injected = {
  name: 'Paper',
  label: 'Paper',
  icon: null,
  offer: 'open-app',
  installUrl: 'https://paper.example',
  note: null,
  adapter: {} as Adapter,
} as WalletChoice;

/** The dialog after a failure, as HTML. */
function draw(code: WalletErrorCode, choice = injected): string {
  const nothing = () => undefined;
  const connection = {
    flow: { status: 'failed', attempt: 1, choice, code } as const,
    ...{ open: nothing, close: nothing, toggleMore: nothing, choose: nothing, disconnect: nothing },
    wasEndedHere: () => false,
  };
  const steps = createElement(ConnectingSteps, { connection, choices: { detected: [], others: [] } });
  return renderToStaticMarkup(createElement('div', null, nameConnectingStep(connection.flow, true), steps))
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"');
}

describe.each(Object.keys(walletErrors) as WalletErrorCode[])('after %s', (code) => {
  it('says what happened and what to do, and offers an action', () => {
    const html = draw(code);
    expect(html).toContain(walletErrors[code].title);
    expect(html).toContain(walletErrors[code].hint);
    expect(html).toContain('>Choose another wallet</button>');
    if (code !== 'wallet.demo_unavailable') expect(html).toMatch(/>(Try again<\/button|Install Paper<\/a)>/);
  });
});

it('links to a page to install a missing wallet', () => {
  expect(draw('wallet.not_ready')).toContain('href="https://paper.example"');
});

it('links to no install page for a wallet that announced itself: it is installed, and names none', () => {
  const html = draw('wallet.not_ready', { ...injected, adapter: makeStandardWallet().adapter as Adapter });
  expect(html).not.toContain('href=');
  expect(html).toContain('Try again');
});
