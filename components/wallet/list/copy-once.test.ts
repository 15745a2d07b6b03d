import { copyOnce } from './copy-once';

type Item = Record<string, Promise<Blob>>;

/** The clipboard of a browser that waits for the text, or refuses at once. */
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
  ['what turned out well', waiting, async () => true, true],
  ['nothing where it did not', waiting, async () => false, false],
  [
    'nothing where it failed, and leaves the failure to who began it',
    waiting,
    () => Promise.reject(new Error()),
    false,
  ],
  ['nothing where the browser refuses', refusing, async () => true, false],
  [
    'nothing where the browser refuses and it failed as well',
    refusing,
    () => Promise.reject(new Error()),
    false,
  ],
])('copies %s', async (_what, write, begin, isCopied) => {
  pretendClipboard(write);
  expect(await copyOnce(begin(), 'the link')).toBe(isCopied);
  expect(copied).toEqual(isCopied ? ['the link'] : []);
});
