import type { Part } from './read-multipart.ts';

/**
 * Whether the actions of this build know an id. Undefined during development, when they come and go: then its shape
 * is all that counts.
 */
export type KnownActions = ReadonlySet<string> | undefined;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Rows = Map<string, Json>;

const idShape = /^[0-9a-f]{42}$/;
/** Next.js allows as many, and fails above it. Ours have two. */
const mostArguments = 1000;
/** Far above what a form of ours holds. React's reader calls itself once for each. */
const deepestValue = 64;

/** @returns `unknown` for the id of an action that another build may have had. */
export function checkActionId(id: string, known: KnownActions): 'known' | 'unknown' | 'malformed' {
  if (!idShape.test(id)) return 'malformed';
  return !known || known.has(id) ? 'known' : 'unknown';
}

/** Whether React can read the arguments that a page's script sends as text: a list in its own kind of JSON. */
export function isActionCallText(text: string): boolean {
  const rows = readRows([['0', text]]);
  return rows !== null && isArguments(rows.get('0')) && areReadable(rows);
}

/** The same for arguments with a form among them: rows by number, and the form's fields as `_1_email`. */
export function isActionCallForm(parts: Part[]): boolean {
  const rowParts = parts.filter(({ name }) => !/^_[0-9a-f]+_/.test(name));
  if (rowParts.some(({ name, isFile }) => isFile || !/^[0-9a-f]+$/.test(name))) return false;
  const rows = readRows(rowParts.map(({ name, content }) => [name, content.toString()]));
  return rows !== null && isArguments(rows.get('0')) && areReadable(rows);
}

/**
 * The ids of the actions that a form names which works without a script, in the hidden fields that React wrote.
 * @returns null when React couldn't read those fields. None for a form that names no action.
 */
export function readFormActions(parts: Part[]): string[] | null {
  const ids: string[] = [];
  for (const { name } of parts) {
    if (name.startsWith('$ACTION_ID_')) ids.push(name.slice('$ACTION_ID_'.length));
    if (!name.startsWith('$ACTION_REF_')) continue;
    const prefix = `$ACTION_${name.slice('$ACTION_REF_'.length)}:`;
    const rowParts = parts.filter((part) => part.name.startsWith(prefix));
    if (rowParts.some(({ isFile }) => isFile)) return null;
    const id = readBoundAction(
      readRows(rowParts.map((part) => [part.name.slice(prefix.length), part.content.toString()])),
    );
    if (id === null) return null;
    ids.push(id);
  }
  return ids;
}

/** `{"id": …, "bound": "$@1"}`, where row 1 is what the form's action was given before. */
function readBoundAction(rows: Rows | null): string | null {
  const action = rows?.get('0');
  if (!rows || action === null || typeof action !== 'object' || Array.isArray(action)) return null;
  rows.delete('0');
  const { id, bound = null } = action;
  const isBound =
    typeof bound === 'string' && bound.startsWith('$@') && isArguments(rows.get(bound.slice(2)));
  return typeof id === 'string' && (bound === null || isBound) && areReadable(rows) ? id : null;
}

function isArguments(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length <= mostArguments;
}

/** @returns null when one of them isn't JSON. */
function readRows(texts: Array<[name: string, text: string]>): Rows | null {
  try {
    return new Map(texts.map(([name, text]) => [name, JSON.parse(text) as Json]));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function areReadable(rows: Rows): boolean {
  return [...rows.values()].every((row) => isReadable(row, rows, 0));
}

function isReadable(value: Json, rows: Rows, depth: number): boolean {
  if (depth > deepestValue) return false;
  if (typeof value === 'string') return !value.startsWith('$') || isReadableReference(value.slice(1), rows);
  if (value === null || typeof value !== 'object') return true;
  return Object.values(value).every((inner) => isReadable(inner, rows, depth + 1));
}

/** What React writes as text that begins with a dollar, as far as plain data and forms need it. */
function isReadableReference(text: string, rows: Rows): boolean {
  if (/^(\$|D|K[0-9a-f]+$|n-?\d{1,300}$|(undefined|NaN|-?Infinity|-0)$)/.test(text)) return true;
  if (!/^[0-9a-f]+(:|$)/.test(text)) return false;
  const [row = '', ...path] = text.split(':');
  let value = rows.get(row);
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, Json>)[key];
  }
  return value !== undefined;
}
