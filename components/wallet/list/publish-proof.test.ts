import type { FormAction } from '@/components/ui/action-form';
import { formErrors } from '@/lib/errors/form';
import { copyAfter, undoSharing } from './publish-proof';
import { notifyOtherTabs } from './wallets-channel';

jest.mock('./wallets-channel', () => ({ notifyOtherTabs: jest.fn() }));
const notify = jest.mocked(notifyOtherTabs);

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

const done: FormAction = async () => ({ status: 'done', values: {} });
const problem = { code: 'backend.unavailable', title: "We can't reach it.", hint: '' } as const;
const refused: FormAction = async () => ({ status: 'failed', problem, fields: {}, values: {} });
const lost: FormAction = () => Promise.reject(new Error('offline'));

beforeEach(() => notify.mockReset());

it("makes the wallet's proof private, on any page", async () => {
  const publish = jest.fn(done);
  expect(await undoSharing(publish, 'the wallet')).toEqual({ text: 'The proof is private now' });
  expect([...(publish.mock.calls[0]?.[1] ?? [])]).toEqual([
    ['walletId', 'the wallet'],
    ['isPublic', 'false'],
  ]);
  expect(notify).toHaveBeenCalledTimes(1);
});

it.each([
  ['the server refuses', refused, problem.title],
  ['no answer comes', lost, formErrors['request.unsent'].title],
])('reports that the proof is still public and offers to retry when %s', async (_when, failing, why) => {
  const publish = jest.fn(done).mockImplementationOnce(failing);
  const failed = await undoSharing(publish, 'the wallet');
  expect(failed).toMatchObject({ text: `The proof is still public. ${why}`, isFailure: true });
  expect(notify).not.toHaveBeenCalled();
  expect(await failed.undo?.()).toEqual({ text: 'The proof is private now' });
});
