import type { Part } from './read-multipart.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const idShape = /^[0-9a-f]{42}$/;
/** Next.js allows as many, and fails above it. Ours have two. */
const mostArguments = 1000;
/** Far above what a form of ours holds. React's reader calls itself once for each. */
const deepestValue = 64;
/** React's name for a form among arguments: the first value that doesn't fit into their text. */
const form = '$K1';
const fieldOfForm = /^_1_/;
const reactsOwn = '$ACTION_';

export function isActionId(id: string): boolean {
  return idShape.test(id);
}

/** Whether these are arguments that a page's script sends as text: a list of plain data, in React's own kind of JSON. */
export function isActionCallText(text: string): boolean {
  return readArguments(text)?.every((value) => isPlain(value)) ?? false;
}

/**
 * The same with a form among them, in React's order: the form's fields as `_1_email`, then the list. In another order,
 * twice or under another name, React's reader takes them for something else, or fails.
 */
export function isActionCallForm(parts: Part[]): boolean {
  const last = parts.at(-1);
  if (last?.name !== '0' || last.isFile) return false;
  if (!parts.slice(0, -1).every(({ name }) => fieldOfForm.test(name))) return false;
  const values = readArguments(last.content.toString()) ?? [];
  const others = values.filter((value) => value !== form);
  return values.length - others.length === 1 && others.every((value) => isPlain(value));
}

/**
 * The id of the action that a form names which works without a script, in the hidden fields that React wrote: `$ACTION_ID_…`, or
 * `$ACTION_REF_1` with `$ACTION_1:0` that names it and `$ACTION_1:1` with what it was given before.
 * @returns null for a form that names none, and `unreadable` for fields that aren't as React writes them.
 */
export function readFormAction(parts: Part[]): { id: string } | 'unreadable' | null {
  const own = parts.filter(({ name }) => name.startsWith(reactsOwn));
  const fields = new Map(own.map(({ name, content }) => [name.slice(reactsOwn.length), content.toString()]));
  if (fields.size < own.length || own.some(({ isFile }) => isFile)) return 'unreadable';
  for (const name of namingNothing) fields.delete(name);
  const [named] = [...fields.keys()].filter((name) => /^(ID|REF)_/.test(name));
  if (named === undefined) return fields.size === 0 ? null : 'unreadable';
  fields.delete(named);
  const [kind = '', which = ''] = named.split(/_(.*)/);
  const id = kind === 'ID' ? which : takeBoundAction(fields, which);
  return id !== null && isActionId(id) && fields.size === 0 ? { id } : 'unreadable';
}

/** The place of the form on its page. */
const namingNothing = ['KEY'];

/** Takes out of the fields what describes the action, and returns its id. Null where that isn't as React writes it. */
function takeBoundAction(fields: Map<string, string>, which: string): string | null {
  const [, id = null, bound] =
    /^\{"id":"(\w+)","bound":(null|"\$@1")\}$/.exec(fields.get(`${which}:0`) ?? '') ?? [];
  if (!/^\d+$/.test(which) || (bound !== 'null' && !isActionCallText(fields.get(`${which}:1`) ?? '')))
    return null;
  fields.delete(`${which}:0`);
  if (bound !== 'null') fields.delete(`${which}:1`);
  return id;
}

/** @returns null for what is no list, or none that Next.js takes. */
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

/**
 * Accepts only values that React's reader takes as they are: no reference to another value, a form or an action, and no
 * date, file or stream. No page of ours sends one, and the reader fails at those that lead nowhere.
 */
function isPlain(value: Json, depth = 1): boolean {
  if (typeof value === 'string') return !value.startsWith('$') || /^\$(\$|undefined$)/.test(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > deepestValue || Object.hasOwn(value, '__proto__')) return false;
  return Object.values(value).every((inner) => isPlain(inner, depth + 1));
}
