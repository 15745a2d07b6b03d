import { guardSession } from '@countersign/mobile-wallet/guard-session';
import { MobileWalletError } from '@countersign/mobile-wallet/mobile-wallet-error';
import {
  detectionTimeoutInMilliseconds,
  reachTimeoutInSeconds,
} from '@countersign/mobile-wallet/time-limits';
import {
  SolanaMobileWalletAdapterError,
  SolanaMobileWalletAdapterErrorCode,
  SolanaMobileWalletAdapterProtocolError,
  SolanaMobileWalletAdapterProtocolErrorCode,
  startScenario,
} from '@solana-mobile/mobile-wallet-adapter-protocol';
import { connectionTimeoutInSeconds } from '@/components/wallet/connect/attempt-connection';
import { explainSigningError, explainWalletError } from '@/components/wallet/connect/explain-wallet-error';
import { walletErrors } from '@/lib/errors/wallet';
import { installWindow } from '@/lib/testing/browser-window';

const { window, opened } = installWindow();
const WorkingSocket = globalThis.WebSocket;

/** A socket that receives nothing until a test dispatches an event. */
class QuietSocket extends EventTarget {
  static made: QuietSocket[] = [];
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    QuietSocket.made.push(this);
  }
  readonly send = jest.fn();
  readonly close = jest.fn();
}

beforeEach(() => {
  QuietSocket.made = [];
  Object.assign(globalThis, { WebSocket: QuietSocket });
  opened.length = 0;
  window.isSecureContext = true;
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});
afterAll(() => Object.assign(globalThis, { WebSocket: WorkingSocket }));

/** Starts the package's session with an app that covers the page immediately. */
async function startCovered() {
  const starting = startScenario();
  starting.catch(() => undefined);
  while (opened.length === 0) await new Promise((resolve) => setImmediate(resolve));
  window.dispatchEvent(new Event('blur'));
  return starting;
}

describe('the constants of the mobile wallet protocol, in the installed package', () => {
  it.each([
    [0, '49152'],
    [0.999_999, '65535'],
  ])('bounds association ports (%d)', async (random, port) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const { wallet, close } = await startCovered();
    const link = new URL(opened[0] ?? '');
    expect([link.protocol, link.searchParams.get('port')]).toEqual(['solana-wallet:', port]);
    expect(QuietSocket.made[0]?.url).toBe(`ws://localhost:${port}/solana-wallet`);
    close();
    await expect(wallet).rejects.toMatchObject({ code: 'ERROR_SESSION_CLOSED' });
  });

  it('refuses a port out of bounds', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    const refused = await startScenario().catch((error) => error);
    expect(refused).toMatchObject({ code: 'ERROR_ASSOCIATION_PORT_OUT_OF_RANGE' });
    expect(explainWalletError(refused)).toBe('wallet.session_timeout');
  });

  it('tries again after 150 to 1000 ms, and gives up after 30 s', async () => {
    const { wallet } = await startCovered();
    const failed = wallet.catch((error) => error);
    jest.useFakeTimers();
    const plan = jest.spyOn(globalThis, 'setTimeout');
    const delays = () => plan.mock.calls.map(([, delay]) => delay);
    for (let tries = 0; tries < 10; tries += 1) {
      QuietSocket.made.at(-1)?.dispatchEvent(new Event('error'));
      await jest.advanceTimersByTimeAsync(1000);
    }
    expect(delays()).toEqual([150, 150, 200, 500, 500, 750, 750, 1000, 1000, 1000]);
    expect(QuietSocket.made).toHaveLength(11);
    jest.setSystemTime(Date.now() + 30_000);
    QuietSocket.made.at(-1)?.dispatchEvent(new Event('error'));
    expect(explainWalletError(await failed)).toBe('wallet.session_timeout');
  });

  it('waits 3 s for an app to cover the page', async () => {
    const plan = jest.spyOn(globalThis, 'setTimeout').mockImplementation((call, milliseconds) => {
      if (milliseconds === 3000) queueMicrotask(call);
      return 0 as unknown as NodeJS.Timeout;
    });
    const failed = await startScenario().catch((error) => error);
    expect(plan.mock.calls.map(([, delay]) => delay)).toEqual([3000]);
    expect(explainWalletError(failed)).toBe('wallet.app_not_found');
  });

  it("matches this site's own time limits", () => {
    expect([connectionTimeoutInSeconds, reachTimeoutInSeconds, detectionTimeoutInMilliseconds]).toEqual([
      30, 30, 5000,
    ]);
  });
});

describe('errors in the installed package', () => {
  it('refuses a page that is not secure', async () => {
    window.isSecureContext = false;
    expect(explainWalletError(await startScenario().catch((error) => error))).toBe('wallet.insecure_page');
  });

  it('reports when an app closes the connection, which the package keeps to itself', async () => {
    const { start, withTimeout } = guardSession((address) => address.startsWith('ws://localhost:'));
    const { wallet } = await start(startCovered(), 30);
    const socket = QuietSocket.made[0];
    socket?.dispatchEvent(new Event('open'));
    const joined = withTimeout(wallet, 30).catch((error) => error);
    socket?.dispatchEvent(Object.assign(new Event('close'), { wasClean: true }));
    expect(explainWalletError(await joined)).toBe('wallet.session_closed');
  });

  const codes = {
    ERROR_ASSOCIATION_PORT_OUT_OF_RANGE: 'wallet.session_timeout',
    ERROR_REFLECTOR_ID_OUT_OF_RANGE: 'wallet.session_timeout',
    ERROR_FORBIDDEN_WALLET_BASE_URL: 'wallet.app_unsafe',
    ERROR_SECURE_CONTEXT_REQUIRED: 'wallet.insecure_page',
    ERROR_SESSION_CLOSED: 'wallet.session_closed',
    ERROR_SESSION_TIMEOUT: 'wallet.session_timeout',
    ERROR_WALLET_NOT_FOUND: 'wallet.app_not_found',
    ERROR_INVALID_PROTOCOL_VERSION: 'wallet.app_outdated',
    ERROR_BROWSER_NOT_SUPPORTED: 'wallet.browser_unsupported',
    ERROR_LOOPBACK_ACCESS_BLOCKED: 'wallet.loopback_blocked',
    ERROR_ASSOCIATION_CANCELLED: 'wallet.cancelled',
    ERROR_ILLEGAL_TRANSPORT_STATE: 'wallet.session_broken',
  } as const;

  it('has a row for every code of the package, and no others', () => {
    expect(Object.keys(codes).sort()).toEqual(Object.keys(SolanaMobileWalletAdapterErrorCode).sort());
  });

  it.each(Object.entries(codes))(
    '%s becomes %s, with a hint, from the package and from this site',
    (code, row) => {
      const thrown = Reflect.construct(SolanaMobileWalletAdapterError, [code, 'RAW-WALLET-WORDS', {}]);
      expect(explainWalletError(thrown)).toBe(row);
      expect(explainWalletError(new MobileWalletError(code as keyof typeof codes))).toBe(row);
      expect(walletErrors[row].hint).toMatch(/^[A-Z].+\.$/);
    },
  );

  const answers = {
    ERROR_AUTHORIZATION_FAILED: 'wallet.declined',
    ERROR_INVALID_PAYLOADS: 'wallet.cannot_sign',
    ERROR_NOT_SIGNED: 'wallet.declined',
    ERROR_NOT_SUBMITTED: 'wallet.signing_failed',
    ERROR_TOO_MANY_PAYLOADS: 'wallet.cannot_sign',
    ERROR_ATTEST_ORIGIN_ANDROID: 'wallet.app_unsafe',
  } as const;

  it("has a row for every answer of a wallet app, and ignores the number in another wallet's error", () => {
    expect(Object.keys(answers).sort()).toEqual(
      Object.keys(SolanaMobileWalletAdapterProtocolErrorCode).sort(),
    );
    for (const [name, row] of Object.entries(answers)) {
      const number = SolanaMobileWalletAdapterProtocolErrorCode[name as keyof typeof answers];
      const thrown = Reflect.construct(SolanaMobileWalletAdapterProtocolError, [1, number, 'RAW', {}]);
      expect([name, explainSigningError(thrown)]).toEqual([name, row]);
      expect(explainSigningError({ code: number })).toBe('wallet.signing_failed');
    }
  });
});
