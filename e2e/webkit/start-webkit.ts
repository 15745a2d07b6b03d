#!/usr/bin/env node
import { type WebSocket, WebSocketServer } from 'ws';
import { type Evaluation, WebKitPage } from './webkit-page.ts';

/**
 * Presents WebKitGTK to Playwright as a Firefox: prints the address of WebDriver BiDi, which WebKit doesn't support yet. Commands go to
 * its Web Inspector, mouse and keyboard input to Debian's WebKitWebDriver. Remove this once WebKitWebDriver supports WebDriver BiDi.
 */
const driver = process.env.WEBKIT_PATH ?? 'WebKitWebDriver';

type Params = Evaluation & {
  context: string;
  contexts?: string[];
  userContext: string;
  userContexts?: string[];
  url: string;
  phases: string[];
  features: Record<string, string | null>;
  viewport: { width: number; height: number };
  actions: { actions: Record<string, unknown>[] }[];
  origin: string;
  format: { type: string };
  clip: { x: number; y: number; width: number; height: number };
  cookie: Record<string, unknown> & { value: { value: string }; sameSite?: string; expiry?: number };
  partition: { userContext: string };
};

/** Pages by user context; each context has one page. */
const pages = new Map<string, WebKitPage>();
const scripts = new Map<WebKitPage, string>();
let emit: (method: string, params: object) => void = () => undefined;

function find(id = ''): WebKitPage {
  const page = pages.get(id);
  if (!page) throw new Error('no such frame');
  return page;
}

const findAll = ({ context, contexts, userContexts }: Params) =>
  (contexts ?? userContexts ?? [context]).map(find);

/** Fails commands that are neither here nor in `needless`, with the test that sends them. */
const commands: Record<string, (params: Params) => unknown> = {
  'session.new': () => ({
    sessionId: '1',
    capabilities: { browserName: 'webkit', browserVersion: '', userAgent: '' },
  }),
  'network.addIntercept': ({ phases }) => {
    if (phases.join() !== 'authRequired') throw new Error('No requests are intercepted in WebKit.');
    return { intercept: 'none' };
  },
  'browser.createUserContext': async () => {
    const userContext = `page-${crypto.randomUUID()}`;
    pages.set(userContext, await WebKitPage.start(userContext, driver, (...said) => emit(...said)));
    return { userContext };
  },
  'browser.removeUserContext': async ({ userContext }) => {
    await find(userContext).stop();
    pages.delete(userContext);
  },
  'browser.close': stop,
  'browsingContext.create': ({ userContext }) => {
    find(userContext).open();
    return { context: userContext };
  },
  'browsingContext.close': ({ context }) => find(context).close(),
  'browsingContext.navigate': ({ context, url }) => find(context).navigate(url),
  'browsingContext.reload': ({ context }) => find(context).send('Page.reload'),
  'browsingContext.setViewport': (params) => {
    const { width, height } = params.viewport;
    return Promise.all(findAll(params).map((page) => page.resize(width, height)));
  },
  'browsingContext.captureScreenshot': async ({ context, origin, format, clip }) => {
    if (format.type !== 'image/png') throw new Error('WebKit takes only pictures that are PNG.');
    const { x, y, width, height } = clip;
    const coordinateSystem = origin === 'document' ? 'Page' : 'Viewport';
    const where = { x, y, width, height, coordinateSystem };
    const { dataURL } = (await find(context).send('Page.snapshotRect', where)) as { dataURL: string };
    return { data: dataURL.replace(/^.*,/, '') };
  },
  'emulation.setMediaFeaturesOverride': ({ features }) => {
    const isLight = Object.values(features).every((value) => !value || value === 'light');
    if (!isLight) throw new Error('Pages are light in WebKit.');
  },
  'input.performActions': ({ context, actions }) => find(context).act(actions),
  'script.evaluate': evaluate,
  'script.callFunction': evaluate,
  'script.addPreloadScript': async (params) => {
    if (params.arguments) throw new Error('No page can call its test in WebKit.');
    for (const page of findAll(params)) {
      const all = `${scripts.get(page) ?? ''};(${params.functionDeclaration})();`;
      scripts.set(page, all);
      await page.setScripts(all);
    }
    return { script: crypto.randomUUID() };
  },
  'storage.setCookie': ({ cookie, partition }) => {
    const { value, sameSite = 'none', expiry, ...rest } = cookie;
    const dated = { session: expiry === undefined, expires: (expiry ?? 0) * 1000 };
    const same = sameSite.charAt(0).toUpperCase() + sameSite.slice(1);
    const whole = { ...rest, ...dated, value: value.value, sameSite: same };
    return find(partition.userContext).send('Page.setCookie', { cookie: whole });
  },
};

/** Commands that Playwright sends to every page and that these tests don't need. */
const needless =
  /^(session\.subscribe|script\.disown|network\.(addDataCollector|setCacheBehavior)|browser\.setDownloadBehavior|emulation\.set(Locale|ScreenOrientation|ScreenSettings)Override)$/;

function evaluate(params: Params): Promise<object> {
  return find(params.target?.context).evaluate(params);
}

async function stop(): Promise<never> {
  await Promise.allSettled([...pages.values()].map((page) => page.stop()));
  process.exit(0);
}

async function answer(socket: WebSocket, text: string): Promise<void> {
  const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: Params };
  try {
    const command = commands[method];
    if (!command && !needless.test(method)) throw new Error(`${method} is not known in WebKit.`);
    const result = (await command?.(params)) ?? {};
    socket.send(JSON.stringify({ type: 'success', id, result }));
  } catch (error) {
    const { message } = error as Error;
    socket.send(JSON.stringify({ type: 'error', id, error: message, message }));
  }
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
server.once('listening', () => {
  const listening = server.address();
  if (typeof listening !== 'object' || !listening) throw new Error('The bridge to WebKit has no port.');
  console.error(`WebDriver BiDi listening on ws://127.0.0.1:${listening.port}`);
});
server.on('connection', (socket) => {
  emit = (method, params) => socket.send(JSON.stringify({ type: 'event', method, params }));
  socket.on('message', (data) => void answer(socket, String(data)));
  socket.once('close', () => void stop());
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
