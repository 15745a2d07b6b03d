import { createMailServer } from './mail-server.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('Auth gives up on an email held for more than ten seconds, and the email still arrives', async () => {
  const server = createMailServer({ isHeld: true, timeoutSeconds: 10 });
  const onTimeout = jest.fn();
  const taken = server.take({ to: 'ann@example.com', onTimeout });
  jest.advanceTimersByTime(9_999);
  expect(onTimeout).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(onTimeout).toHaveBeenCalledTimes(1);
  expect(server.listHeld()).toEqual(['ann@example.com']);
  server.release({ isLate: false });
  await taken;
  server.close();
});
