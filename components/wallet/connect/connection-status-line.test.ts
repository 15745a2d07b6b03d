import { describeConnectionNews } from './connection-status-line';

const ada = { walletName: 'W', address: 'ada' };

describe('messages about a connection', () => {
  it.each([
    ['says that a wallet connected', null, ada, 'connected'],
    ['says nothing when nothing changed', ada, { ...ada }, null],
    ['says nothing before anything happened', null, null, null],
    ['notices that the account changed', ada, { ...ada, address: 'bob' }, 'account-changed'],
    ['takes another wallet for a new connection', ada, { walletName: 'X', address: 'bob' }, 'connected'],
    ['says that the wallet is gone', ada, null, 'disconnected'],
  ] as const)('%s', (_promise, before, now, news) => expect(describeConnectionNews(before, now)).toBe(news));
});
