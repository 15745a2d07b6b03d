import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { useWallets } from './use-wallets';
import { walletStoreOf } from './wallet-store';

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const window = new EventTarget();
Object.assign(globalThis, {
  document: page,
  addEventListener: window.addEventListener.bind(window),
});

/** Requests in flight, which a test answers. */
const asked: ((body: object) => void)[] = [];
jest
  .spyOn(globalThis, 'fetch')
  .mockImplementation(() => new Promise((answer) => asked.push((body) => answer(Response.json(body)))));

const ready = { status: 'ready', person: { sub: 'one' }, wallets: [] };
const settle = () => new Promise(setImmediate);

let path = '';
beforeEach((): void => {
  asked.length = 0;
  path = `/${expect.getState().currentTestName}`;
});

test('however many components of a page use the wallets, it requests them once, and again when it becomes visible', async () => {
  const store = walletStoreOf(path);
  expect(walletStoreOf(path)).toBe(store);
  const changed = [jest.fn(), jest.fn()];
  const ends = changed.map((one) => store.subscribe(one));
  expect([asked.length, store.current()]).toEqual([1, { status: 'loading' }]);
  asked[0]?.(ready);
  await settle();
  ends.push(store.subscribe(jest.fn()));
  for (const one of changed) expect(one).toHaveBeenCalledTimes(1);
  expect([asked.length, store.current()]).toEqual([1, ready]);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(asked).toHaveLength(1);
  page.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(asked).toHaveLength(2);
  for (const end of ends) end();
  page.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toHaveLength(2);
});

test('an older response never replaces a newer one', async () => {
  const store = walletStoreOf(path);
  const end = store.subscribe(jest.fn());
  store.reload();
  asked[1]?.({ status: 'signed_out' });
  await settle();
  asked[0]?.(ready);
  await settle();
  expect(store.current()).toEqual({ status: 'signed_out' });
  end();
});

test.each(['the page is left, which the back button shows again', 'no component shows them'])(
  'the wallets are forgotten once %s, as is a response that comes later',
  async (when) => {
    const store = walletStoreOf(path);
    const end = store.subscribe(jest.fn());
    asked[0]?.(ready);
    await settle();
    store.reload();
    if (when === 'no component shows them') end();
    else window.dispatchEvent(new Event('pagehide'));
    expect(store.current()).toEqual({ status: 'loading' });
    asked[1]?.(ready);
    await settle();
    expect(store.current()).toEqual({ status: 'loading' });
    end();
  },
);

test('a server requests nothing, and renders no wallets', () => {
  const Shown = () => createElement(Fragment, null, useWallets(path).status);
  expect(renderToString(createElement(Shown))).toBe('loading');
  expect(asked).toEqual([]);
});
