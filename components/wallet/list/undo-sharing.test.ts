import type { FormAction } from '@/components/ui/action-form';
import { formErrors } from '@/lib/errors/form';
import { undoSharing } from './undo-sharing';
import { notifyOtherTabs } from './wallets-channel';

jest.mock('./wallets-channel', () => ({ notifyOtherTabs: jest.fn() }));
const notify = jest.mocked(notifyOtherTabs);

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
