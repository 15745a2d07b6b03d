import type { PgliteConnection } from '@supabase/lite/pglite';

type Driver = PgliteConnection['driver'];
type Answer = Awaited<ReturnType<Driver['execProtocolStream']>>[number];

interface Rows {
  rows: Record<string, unknown>[];
  fields: { name: string; dataTypeID: number }[];
  affectedRows: number;
}

/**
 * Makes PGlite's `query` send one message to Postgres per statement, instead of six to learn parameter types, which take
 * longer than most statements. Arrays and dates still need six, since their text depends on the type. A transaction's
 * `begin` and settings are sent with its first statement, which throws their errors.
 */
export function enableSingleRoundTrips(driver: Driver): void {
  const query = driver.query.bind(driver);
  const exec = driver.exec.bind(driver);
  let held: Buffer[] = [];
  const sendHeld = async (...messages: Buffer[]) => {
    const all = Buffer.concat([...held, ...messages, message('S')]);
    held = [];
    return driver.runExclusive(() => driver.execProtocolStream(all));
  };
  const querySingleRoundTrip = async (sql: string, parameters: unknown[] = []) => {
    if (!parameters.every(isPlain)) {
      if (held.length > 0) await sendHeld();
      return query(sql, parameters);
    }
    if (isBegin.test(sql) || (held.length > 0 && isSetting.test(sql))) {
      held.push(writeStatement(sql, parameters));
      return { rows: [], fields: [], affectedRows: 0 };
    }
    if (held.length > 0 && isEnd.test(sql)) {
      // The transaction was never sent to Postgres.
      held = [];
      return { rows: [], fields: [], affectedRows: 0 };
    }
    const described = message('D', Buffer.from('P'), text(''));
    return readRows(await sendHeld(writeStatement(sql, parameters, described)), driver.parsers);
  };
  Reflect.set(driver, 'query', querySingleRoundTrip);
  Reflect.set(driver, 'exec', async (...given: Parameters<typeof exec>) => {
    if (held.length > 0) await sendHeld();
    return exec(...given);
  });
}

const isBegin = /^begin$/i;
const isEnd = /^(?:commit|rollback)$/i;

/** A setting that lasts until the end of the transaction. */
const isSetting = /^select (?:set_config\('[\w.]+', (?:\$\d|''), true\)(?:, )?)+$/i;

/** Objects are sent as JSON. */
type Plain = string | number | bigint | boolean | null | undefined | { [key: string]: unknown };

function isPlain(parameter: unknown): parameter is Plain {
  if (typeof parameter !== 'object' || parameter === null) return true;
  return Object.getPrototypeOf(parameter) === Object.prototype;
}

// https://www.postgresql.org/docs/current/protocol-message-formats.html

function writeStatement(sql: string, parameters: Plain[], ...described: Buffer[]): Buffer {
  return Buffer.concat([
    message('P', text(''), text(sql), int16(0)),
    message('B', text(''), text(''), int16(0), int16(parameters.length), ...parameters.map(value), int16(0)),
    ...described,
    message('E', text(''), int32(0)),
  ]);
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(content.length + 4), content]);
}

function value(parameter: Plain): Buffer {
  if (parameter === null || parameter === undefined) return int32(-1);
  const written = Buffer.from(typeof parameter === 'object' ? JSON.stringify(parameter) : String(parameter));
  return Buffer.concat([int32(written.length), written]);
}

function text(content: string): Buffer {
  return Buffer.from(`${content}\0`);
}

function int16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(number);
  return bytes;
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}

function readRows(messages: Answer[], parsers: Driver['parsers']): Rows {
  let read: Rows = { rows: [], fields: [], affectedRows: 0 };
  for (const answer of messages) {
    // The next statement's result begins, so drop the previous rows.
    if (answer.name === 'bindComplete') read = { rows: [], fields: [], affectedRows: 0 };
    else if (isOf<{ fields: Rows['fields'] }>(answer, 'rowDescription'))
      read.fields = answer.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
    else if (isOf<{ fields: (string | null)[] }>(answer, 'dataRow'))
      read.rows.push(
        Object.fromEntries(
          read.fields.map(({ name, dataTypeID }, index) => {
            const written = answer.fields[index] ?? null;
            return [name, written === null ? null : (parsers[dataTypeID]?.(written, dataTypeID) ?? written)];
          }),
        ),
      );
    else if (isOf<{ text: string }>(answer, 'commandComplete'))
      read.affectedRows = Number(
        /^(?:INSERT|UPDATE|DELETE|MERGE|COPY) .*?(\d+)$/.exec(answer.text)?.[1] ?? 0,
      );
  }
  return read;
}

function isOf<Content>(answer: Answer, name: string): answer is Answer & Content {
  return answer.name === name;
}
