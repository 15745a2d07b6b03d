import { copyAfter } from './copy-after';

type Item = Record<string, Promise<Blob>>;

/** A clipboard that awaits the text, or refuses immediately. */
function pretendClipboard(write: (item: Item) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { write: ([item]: Item[]) => write(item ?? {}) },
  });
  Object.assign(globalThis, {
    ClipboardItem: class {
      constructor(item: Item) {
        Object.assign(this, item);
      }
    },
  });
}

const copied: string[] = [];
const waiting = async (item: Item) => {
  copied.push((await (await item['text/plain'])?.text()) ?? '');
};
const refusing = () => Promise.reject(new DOMException('', 'NotAllowedError'));

beforeEach(() => {
  copied.length = 0;
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(globalThis, 'ClipboardItem');
});

it.each([
  ['the text after success', waiting, async () => true, true],
  ['nothing after a failure', waiting, async () => false, false],
  ['nothing after a rejection, which the caller handles', waiting, () => Promise.reject(new Error()), false],
  ['nothing if the browser refuses', refusing, async () => true, false],
  ['nothing if the browser refuses and the work rejects', refusing, () => Promise.reject(new Error()), false],
])('copies %s', async (_what, write, begin, isCopied) => {
  pretendClipboard(write);
  expect(await copyAfter(begin(), 'the link')).toBe(isCopied);
  expect(copied).toEqual(isCopied ? ['the link'] : []);
});
