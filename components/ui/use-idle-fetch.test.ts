import { fetchWhenIdle } from './use-idle-fetch';

const connection = jest.fn();
beforeAll(() => Object.defineProperty(navigator, 'connection', { get: connection, configurable: true }));
beforeEach(() => jest.useFakeTimers());

const slow: object[] = [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }];
it.each([undefined, { saveData: false, effectiveType: '4g' }, ...slow])(
  'code is fetched without a press, and not for a user who saves data or has a slow network: %j',
  (quality) => {
    connection.mockReturnValue(quality);
    const fetchCode = jest.fn(() => Promise.reject(new Error('offline')));
    fetchWhenIdle(fetchCode);
    fetchWhenIdle(fetchCode)();
    expect(fetchCode).not.toHaveBeenCalled();
    jest.runAllTimers();
    expect(fetchCode).toHaveBeenCalledTimes(quality && slow.includes(quality) ? 0 : 1);
  },
);
