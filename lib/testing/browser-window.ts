/** The part of a browser's window that connections to phone wallets need. */
export type BrowserWindow = EventTarget & {
  isSecureContext: boolean;
  location: { origin: string; host: string; assign: (address: string | URL) => void };
};

/** WebSockets to `wss://reflector.test` connect to `setReflector`'s URL, unencrypted. Listeners' rejections reach the window. */
export function installWindow(): {
  window: BrowserWindow;
  opened: string[];
  setReflector: (url: string) => void;
} {
  const opened: string[] = [];
  let reflectorUrl = 'ws://127.0.0.1:9/reflect';
  const window: BrowserWindow = Object.assign(new EventTarget(), {
    isSecureContext: true,
    location: {
      origin: 'https://app.test',
      host: 'app.test',
      assign: (address: string | URL) => void opened.push(String(address)),
    },
    // Looked up at each call, so that fake timers apply.
    setTimeout: (call: () => void, milliseconds: number) => globalThis.setTimeout(call, milliseconds),
    clearTimeout: (timer: NodeJS.Timeout) => globalThis.clearTimeout(timer),
  });
  const tellWindow = (reason: unknown) =>
    window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason }));
  const before = globalThis.WebSocket;

  class BrowserSocket extends before {
    readonly #heard = new Map<unknown, (event: Event) => void>();

    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace('wss://reflector.test/reflect', reflectorUrl), protocols);
    }

    override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      const heard = async (event: Event) => {
        try {
          await (typeof listener === 'function' ? listener(event) : listener.handleEvent(event));
        } catch (error) {
          tellWindow(error);
        }
      };
      this.#heard.set(listener, heard);
      super.addEventListener(type, heard);
    }

    override removeEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      const heard = this.#heard.get(listener);
      if (heard) super.removeEventListener(type, heard);
    }
  }

  Object.assign(globalThis, { window, WebSocket: BrowserSocket });
  afterAll(() => {
    Object.assign(globalThis, { WebSocket: before });
    Reflect.deleteProperty(globalThis, 'window');
  });
  return {
    window,
    opened,
    setReflector: (url) => {
      reflectorUrl = url;
    },
  };
}
