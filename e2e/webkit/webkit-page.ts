import { Inspector, type InspectorEvent } from './inspector.ts';
import { startProcesses, type WebKitProcesses } from './processes.ts';
import { type BidiValue, type InspectedValue, writeArgument, writeInspected, writePlain } from './values.ts';

type Emit = (method: string, params: object) => void;
type Evaluated = { result: InspectedValue; wasThrown?: boolean };
type Target = { targetId: string; isProvisional?: boolean; isPaused?: boolean };
type Logged = {
  [field in 'level' | 'text' | 'source' | 'url']: string;
} & { line: number; column: number; parameters?: InspectedValue[] };

export type Evaluation = {
  expression?: string;
  functionDeclaration?: string;
  arguments?: BidiValue[];
  awaitPromise?: boolean;
  resultOwnership?: string;
  serializationOptions?: { maxObjectDepth?: number };
  target?: { context: string; sandbox?: string };
};

/** WebKitGTK rejects one in 170 Ed25519 keys that libgcrypt generates (2.50.6). Safari uses another library. */
const insistOnKeys = `{
  const { prototype = {} } = globalThis.SubtleCrypto ?? {}, { generateKey } = prototype;
  prototype.generateKey = async function (...given) {
    for (let tries = 1; ; tries++)
      try {
        return await generateKey.apply(this, given);
      } catch (error) {
        if (error.name !== 'OperationError' || tries === 5) throw error;
      }
  };
}`;

/** A browser with one page, which emits its events in WebDriver BiDi's form. */
export class WebKitPage {
  readonly #id: string;
  readonly #processes: WebKitProcesses;
  readonly #inspector: Inspector;
  readonly #emit: Emit;
  readonly #ready: Promise<void>;
  #setReady: () => void = () => undefined;
  #scripts = insistOnKeys;
  #target = '';
  #frame = '';
  /** The document's realm in the inspector; undefined once a document has been left. */
  #realm: number | undefined;
  #global: Promise<string | undefined> | undefined;
  #navigations = 0;
  /** The navigation in progress. */
  #navigation: string | null = null;
  #url = 'about:blank';
  #isOpen = false;
  #watch: NodeJS.Timeout | undefined;
  #acted: Promise<unknown> = Promise.resolve();

  static async start(id: string, driver: string, emit: Emit): Promise<WebKitPage> {
    const page = new WebKitPage(id, await startProcesses(driver), emit);
    await page.#ready;
    return page;
  }

  private constructor(id: string, processes: WebKitProcesses, emit: Emit) {
    this.#id = id;
    this.#processes = processes;
    this.#emit = (method, params) => this.#isOpen && emit(method, params);
    this.#ready = new Promise((resolve) => {
      this.#setReady = resolve;
    });
    this.#inspector = new Inspector(processes.inspectorPort, (event) => this.#onEvent(event));
    void this.#inspector.send('Target.setPauseOnStart', { pauseOnStart: true });
  }

  /** Starts emitting events. */
  open(): void {
    if (this.#isOpen) throw new Error('A browser context has one page in WebKit.');
    this.#isOpen = true;
    this.#emit('browsingContext.contextCreated', { ...this.#named(), children: [], url: this.#url });
    if (this.#realm !== undefined) this.#enter(this.#realm);
    this.#watch = setInterval(() => void this.#findPlace().catch(() => undefined), 100);
  }

  close(): void {
    clearInterval(this.#watch);
    this.#emit('browsingContext.contextDestroyed', this.#named());
    this.#isOpen = false;
  }

  async stop(): Promise<void> {
    this.close();
    this.#inspector.close();
    await this.#processes.stop();
  }

  #named = () => ({ context: this.#id, userContext: this.#id, parent: null });

  send(method: string, params: object = {}): Promise<unknown> {
    return this.#inspector.send(method, params, this.#target);
  }

  resize(width: number, height: number): Promise<void> {
    return this.#processes.resize(width, height);
  }

  /** Performs mouse and keyboard input. The driver takes only whole pixels, and one command at a time. */
  async act(actions: { actions: Record<string, unknown>[] }[]): Promise<void> {
    for (const action of actions.flatMap((one) => one.actions))
      for (const name of ['x', 'y']) if (name in action) action[name] = Math.round(Number(action[name]));
    const acted = this.#acted.then(() => this.#processes.drive('actions', { actions }));
    this.#acted = acted.catch(() => undefined);
    await acted;
  }

  /** Runs these scripts before the scripts of every later document. */
  async setScripts(scripts: string): Promise<void> {
    this.#scripts = `${insistOnKeys}${scripts}`;
    await this.send('Page.setBootstrapScript', { source: this.#scripts });
  }

  navigate(url: string): { navigation: string | null; url: string } {
    this.#start(url);
    this.send('Page.navigate', { url }).catch((error) => console.error(String(error)));
    return { navigation: this.#navigation, url };
  }

  async evaluate({ target, ...evaluation }: Evaluation): Promise<object> {
    this.#global ??= this.#findGlobal();
    // The inspector identifies the document by the object that the function is called on.
    const objectId = await this.#global;
    const { expression, functionDeclaration, resultOwnership, serializationOptions } = evaluation;
    const returnByValue = resultOwnership !== 'root' && serializationOptions?.maxObjectDepth !== 0;
    const { result, wasThrown } = (await this.send('Runtime.callFunctionOn', {
      objectId,
      functionDeclaration: functionDeclaration ?? `() => (0, eval)(${JSON.stringify(expression)})`,
      arguments: (evaluation.arguments ?? []).map(writeArgument),
      ...{ returnByValue, awaitPromise: evaluation.awaitPromise },
    })) as Evaluated;
    const realm = this.#nameRealm(target?.sandbox);
    const text = result.description ?? String(result.value);
    if (wasThrown) return { type: 'exception', realm, exceptionDetails: { text } };
    const isPlain = returnByValue && result.type === 'object';
    return {
      type: 'success',
      realm,
      result: isPlain ? writePlain(result.value ?? null) : writeInspected(result),
    };
  }

  async #findGlobal(): Promise<string | undefined> {
    if (this.#realm === undefined) throw new Error('The document has just been left.');
    const options = { expression: 'globalThis', contextId: this.#realm };
    const { result } = (await this.send('Runtime.evaluate', options)) as Evaluated;
    return result.objectId;
  }

  /** The inspector has no isolated world for Playwright's code: it runs in the page's, under another name. */
  #nameRealm(sandbox = ''): string {
    return `${this.#id}-${this.#target}-${this.#realm}-${sandbox ? 'utility' : 'main'}`;
  }

  #onEvent({ method, params, target }: InspectorEvent): void {
    if (method === 'Target.targetCreated') void this.#meet(params.targetInfo as Target);
    else if (method === 'Target.didCommitProvisionalTarget') {
      this.#leave();
      this.#target = String(params.newTargetId);
      this.#frame = '';
    } else if (target === this.#target) this.#say(method, params);
  }

  async #meet({ targetId, isProvisional, isPaused }: Target): Promise<void> {
    if (!isProvisional) this.#target = targetId;
    const send = (method: string, params: object = {}) => this.#inspector.send(method, params, targetId);
    const asked = Promise.all([
      send('Page.enable'),
      send('Console.enable'),
      send('Page.overrideUserPreference', { name: 'PrefersReducedMotion', value: 'Reduce' }),
      send('Page.setBootstrapScript', { source: this.#scripts }),
      send('Runtime.enable'),
    ]);
    if (isPaused) await this.#inspector.send('Target.resume', { targetId });
    await asked;
    this.#setReady();
  }

  #say(method: string, params: Record<string, unknown>): void {
    if (method === 'Runtime.executionContextCreated') {
      const { id, type, frameId } = params.context as { id: number; type: string; frameId: string };
      if (type === 'normal' && frameId === (this.#frame || frameId)) this.#enter(id);
    } else if (method === 'Page.frameStartedLoading') {
      if (params.frameId === this.#frame && !this.#navigation) this.#start(this.#url);
    } else if (method === 'Page.frameNavigated') {
      const { id, url, parentId } = params.frame as { id: string; url: string; parentId?: string };
      if (parentId) return;
      this.#frame = id;
      if (!this.#navigation) this.#start(url);
      this.#leave();
      this.#emit('browsingContext.navigationCommitted', this.#place(url));
      this.#navigation = null;
    } else if (method === 'Page.domContentEventFired')
      this.#emit('browsingContext.domContentLoaded', this.#place(this.#url));
    else if (method === 'Page.loadEventFired') this.#emit('browsingContext.load', this.#place(this.#url));
    else if (method === 'Console.messageAdded') this.#log(params.message as Logged);
  }

  #start(url: string): void {
    this.#navigations += 1;
    this.#navigation = `${this.#id}-${this.#navigations}`;
    this.#emit('browsingContext.navigationStarted', this.#place(url));
  }

  #place(url: string): object {
    this.#url = url;
    return { context: this.#id, navigation: this.#navigation, url, timestamp: Date.now() };
  }

  /** Detects navigations within the document, which the inspector doesn't report. */
  async #findPlace(): Promise<void> {
    const realm = this.#realm;
    const { result } = (await this.send('Runtime.evaluate', { expression: 'location.href' })) as Evaluated;
    const url = String(result.value);
    if (this.#navigation || realm !== this.#realm || url === this.#url) return;
    this.#emit('browsingContext.historyUpdated', this.#place(url));
  }

  #enter(realm: number): void {
    this.#leave();
    this.#realm = realm;
    const described = { type: 'window', realm: this.#nameRealm(), context: this.#id, origin: '' };
    this.#emit('script.realmCreated', described);
  }

  #leave(): void {
    for (const sandbox of ['', 'utility'])
      this.#emit('script.realmDestroyed', { realm: this.#nameRealm(sandbox) });
    this.#realm = undefined;
    this.#global = undefined;
  }

  #log({ level, text, source, url, line, column, parameters }: Logged): void {
    const method = level === 'warning' ? 'warn' : level;
    this.#emit('log.entryAdded', {
      type: source === 'javascript' && level === 'error' ? 'javascript' : 'console',
      ...{ level: method, method, text, timestamp: Date.now() },
      args: parameters?.map(writeInspected) ?? [{ type: 'string', value: text }],
      source: { realm: this.#nameRealm(), context: this.#id },
      stackTrace: { callFrames: [{ url, lineNumber: line, columnNumber: column, functionName: '' }] },
    });
  }
}
