import '../testing/unreachable-project';
import { recordActivity, recordSignIn } from './activity';

jest.mock('next/server', () => ({ after: () => undefined }));
jest.mock('../device', () => ({ readDevice: () => Promise.reject(new Error('unread')) }));

it("a failure to read the request's device is logged, and doesn't fail the change that an event tells of", async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await recordActivity('ada', { kind: 'password_changed' });
  await recordSignIn({ id: 'ada', sessionId: 's', aal: 'aal1' }, true, { method: 'password' });
  expect(logged.mock.calls).toEqual(Array(2).fill(['An activity event could not be recorded: unread']));
});
