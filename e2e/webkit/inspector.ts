import { connect, type Socket } from 'node:net';

/** An event of a page. During a navigation, the old and the new document may be separate targets. */
export type InspectorEvent = { method: string; params: Record<string, unknown>; target: string };
type Answer = { id?: number; result?: unknown; error?: { message: string } };
type Message = Partial<Omit<InspectorEvent, 'target'>> & Answer;
type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

/** The IDs of the only connection and its first page. */
const page = Buffer.alloc(16);
page.writeBigUInt64LE(1n, 0);
page.writeBigUInt64LE(1n, 8);

/**
 * The Web Inspector of a WebKitGTK started with WEBKIT_INSPECTOR_SERVER. A message on its socket is a name and a GVariant: here the two
 * numbers of `page` and, if it carries a message, JSON.
 */
export class Inspector {
  readonly #socket: Socket;
  readonly #onEvent: (event: InspectorEvent) => void;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #received = Buffer.alloc(0);

  constructor(port: number, onEvent: (event: InspectorEvent) => void) {
    this.#onEvent = onEvent;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('data', (data) => this.#read(data));
    this.#socket.on('error', (error) => console.error(`The inspector of WebKit: ${error.message}`));
    this.#socket.once('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The page is closed.'));
    });
    this.#write('SetupInspectorClient', Buffer.from('\0'));
    this.#write('Setup', page);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Sends a command to a target, or, without one, to the page. */
  send(method: string, params: object = {}, target = ''): Promise<unknown> {
    const id = ++this.#lastId;
    const message = JSON.stringify({ id, method, params });
    if (target)
      this.send('Target.sendMessageToTarget', { targetId: target, message }).catch((error) =>
        this.#settle({ id, error }),
      );
    else this.#write('SendMessageToBackend', Buffer.concat([page, Buffer.from(`${message}\0`)]));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #write(name: string, parameters: Buffer): void {
    const body = Buffer.concat([Buffer.from(`${name}\0`), parameters]);
    // The body's length, and a flag for little-endian numbers.
    const head = Buffer.alloc(5, 1);
    head.writeUInt32BE(body.length);
    this.#socket.write(Buffer.concat([head, body]));
  }

  #read(data: Buffer): void {
    this.#received = Buffer.concat([this.#received, data]);
    while (this.#received.length >= 5) {
      const end = 5 + this.#received.readUInt32BE(0);
      if (this.#received.length < end) return;
      const body = this.#received.subarray(5, end);
      this.#received = this.#received.subarray(end);
      const name = body.subarray(0, body.indexOf(0)).toString();
      if (name !== 'SendMessageToFrontend') continue;
      this.#handleMessage(JSON.parse(body.subarray(name.length + 1 + page.length, -1).toString()));
    }
  }

  #handleMessage(message: Message, target = ''): void {
    const { method = '', params = {} } = message;
    if (message.id !== undefined) this.#settle(message);
    else if (method === 'Target.dispatchMessageFromTarget')
      this.#handleMessage(JSON.parse(String(params.message)), String(params.targetId));
    else this.#onEvent({ method, params, target });
  }

  #settle({ id = 0, result, error }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}
