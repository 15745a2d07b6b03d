import type { ErrorCode } from '../../lib/errors.ts';
import type { Route } from './routes.ts';

type WholeRequest = {
  contentType: string;
  /** The action that a page's script names in the `next-action` header. */
  actionId: string | undefined;
  body: Buffer;
  /** The request's route. Undefined while Next.js's development server hasn't compiled it. */
  route: Route | undefined;
};

/** Refuses what Next.js can't read or the page doesn't have: Next.js would fail and log the content. @returns null to continue. */
export function refuseBody({ contentType, actionId, body, route }: WholeRequest): ErrorCode | null {
  const parts = contentType.startsWith('multipart/form-data') ? readMultipart(body, contentType) : undefined;
  if (parts === null) return 'request.malformed';
  if (actionId === undefined) return parts ? refuseForm(parts, route) : null;
  const isReadable = parts
    ? isActionCallForm(parts)
    : contentType.startsWith('text/plain') && isActionCallText(body.toString());
  return isReadable ? refuseAction(actionId, route) : 'request.malformed';
}

function refuseForm(parts: Part[], route: Route | undefined): ErrorCode | null {
  const action = readFormAction(parts);
  if (action === 'unreadable') return 'request.malformed';
  if (action) return refuseAction(action.id, route);
  // Pages have no use for a form without an action, and Next.js would log it.
  return route?.isPage ? 'request.malformed' : null;
}

/** An action missing on the page belongs to another build, or to a page that the visitor has just left. */
function refuseAction(id: string, route: Route | undefined): ErrorCode | null {
  if (!isActionId(id) || route?.isPage === false) return 'request.malformed';
  return route?.actions.has(id) ? null : 'request.outdated';
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const idShape = /^[0-9a-f]{42}$/;
/** The limit of Next.js, which fails above it. The site's actions have at most two. */
const mostArguments = 1000;
/** Far deeper than the site's forms. React's reader recurses once per level. */
const deepestValue = 64;
/** React's reference to a form among the arguments: the first value that JSON can't hold. */
const form = '$K1';
const fieldOfForm = /^_1_/;
const reactsOwn = '$ACTION_';

function isActionId(id: string): boolean {
  return idShape.test(id);
}

/** Whether a page's script could have sent this text as arguments: a list of plain data in React's JSON dialect. */
function isActionCallText(text: string): boolean {
  return readArguments(text)?.every((value) => isPlain(value)) ?? false;
}

/** For a list with a form, in React's order: its fields, such as `_1_email`, then the list. React's reader misreads any other. */
function isActionCallForm(parts: Part[]): boolean {
  const last = parts.at(-1);
  if (last?.name !== '0' || last.isFile) return false;
  if (!parts.slice(0, -1).every(({ name }) => fieldOfForm.test(name))) return false;
  const values = readArguments(last.content.toString()) ?? [];
  const others = values.filter((value) => value !== form);
  return values.length - others.length === 1 && others.every((value) => isPlain(value));
}

/**
 * The action of a form that works without a script, by React's hidden fields: `$ACTION_ID_…`, or `$ACTION_REF_1` with `$ACTION_1:0`
 * (the ID) and `$ACTION_1:1` (bound arguments). Null without one, `unreadable` for fields that React doesn't write.
 */
function readFormAction(parts: Part[]): { id: string } | 'unreadable' | null {
  const own = parts.filter(({ name }) => name.startsWith(reactsOwn));
  const fields = new Map(own.map(({ name, content }) => [name.slice(reactsOwn.length), content.toString()]));
  if (fields.size < own.length || own.some(({ isFile }) => isFile)) return 'unreadable';
  for (const name of ignoredFields) fields.delete(name);
  const [named] = [...fields.keys()].filter((name) => /^(ID|REF)_/.test(name));
  if (named === undefined) return fields.size === 0 ? null : 'unreadable';
  fields.delete(named);
  const [kind = '', which = ''] = named.split(/_(.*)/);
  const id = kind === 'ID' ? which : takeBoundAction(fields, which);
  return id !== null && isActionId(id) && fields.size === 0 ? { id } : 'unreadable';
}

/** The form's position on its page. */
const ignoredFields = ['KEY'];

/** Removes the fields that describe the action. @returns its ID, or null if they aren't as React writes them. */
function takeBoundAction(fields: Map<string, string>, which: string): string | null {
  const [, id = null, bound] =
    /^\{"id":"(\w+)","bound":(null|"\$@1")\}$/.exec(fields.get(`${which}:0`) ?? '') ?? [];
  if (!/^\d+$/.test(which) || (bound !== 'null' && !isActionCallText(fields.get(`${which}:1`) ?? '')))
    return null;
  fields.delete(`${which}:0`);
  if (bound !== 'null') fields.delete(`${which}:1`);
  return id;
}

/** @returns null unless the text is a list that Next.js accepts. */
function readArguments(text: string): Json[] | null {
  const value = readJson(text);
  return Array.isArray(value) && value.length <= mostArguments ? value : null;
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether React's reader takes it literally: no references, forms, actions, dates, files or streams, which the site's pages don't send. */
function isPlain(value: Json, depth = 1): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || /^\$(\$|undefined$)/.test(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > deepestValue || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((inner) => isPlain(inner, depth + 1));
}

export type Part = { name: string; content: Buffer; isFile: boolean };

/** The characters of browsers' boundaries. RFC 2046 allows others, which Node's own reader refuses. */
const contentTypes = /^multipart\/form-data; *boundary=("?)([\w'+.-]{1,70})\1$/;
/** Browsers' headers. Next.js misreads backslashes, fails at control characters, and decodes a field in whatever encoding it names. */
const partHeaders =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused.
  /^Content-Disposition: form-data; name="([^"\\\x00-\x1f\x7f]+)"(; filename="[^"\\\x00-\x1f\x7f]*"(\r\nContent-Type: [^\x00-\x1f\x7f]*)?)?$/i;
/** The site's forms need about a hundred. Next.js fails at 16 kB. */
const longestHeadersInBytes = 4096;

/** Reads a form as browsers send it (RFC 7578), so that both of Next.js's readers, which disagree about others, can. Null for the rest. */
export function readMultipart(body: Buffer, contentType: string): Part[] | null {
  const boundary = contentTypes.exec(contentType)?.[2];
  if (boundary === undefined) return null;
  const delimiter = `\r\n--${boundary}`;
  // The first delimiter has no line break before it.
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const parts: Part[] = [];
  let at = text.indexOf(delimiter);
  if (at !== 0) return null;
  for (;;) {
    at += delimiter.length;
    const rest = text.toString('latin1', at, at + 4);
    if (rest === '--' || rest === '--\r\n') return at + rest.length === text.length ? parts : null;
    const end = text.indexOf(delimiter, at);
    const headersEnd = text.indexOf('\r\n\r\n', at);
    // Without a closing delimiter, `end` is -1, and the headers extend past it.
    if (!rest.startsWith('\r\n') || headersEnd < 0 || headersEnd + 4 > end) return null;
    // Node's own reader searches for the bare boundary, and fails if a field contains it.
    if (text.indexOf(boundary, at) !== end + delimiter.length - boundary.length) return null;
    if (headersEnd - at > longestHeadersInBytes) return null;
    const [, name, file] = partHeaders.exec(text.toString('utf8', at + 2, headersEnd)) ?? [];
    if (name === undefined) return null;
    parts.push({ name, content: text.subarray(headersEnd + 4, end), isFile: file !== undefined });
    at = end;
  }
}
