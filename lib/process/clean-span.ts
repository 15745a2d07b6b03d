import { nameCall } from '../supabase/count-call.ts';

type Attributes = Record<string, unknown>;
export type Span = {
  name: string;
  attributes: Attributes;
  status: { code: number; message?: string };
};

/** Any other attribute may hold a URL with IDs and query, a header or user input. */
const kept = [
  'next.span_type',
  'next.route',
  'next.rsc',
  'http.route',
  'http.method',
  'http.status_code',
  'net.peer.name',
  'net.peer.port',
];

/** Removes from a span all that may identify the visitor; keeps kind, route, method, status and the call's name. */
export function cleanSpan<Given extends Span>(span: Given): Given {
  const { attributes, status } = span;
  const url = attributes['http.url'];
  const call = typeof url === 'string' && URL.canParse(url) ? nameCall(new URL(url).pathname) : null;
  const known = Object.entries(attributes).filter(([name]) => kept.includes(name));
  const cleaned: Record<PropertyKey, unknown> = {
    name: nameSpan(attributes, call),
    attributes: {
      ...Object.fromEntries(known),
      ...(call && { 'countersign.backend': call.backend, 'countersign.call': call.call }),
    },
    status: { code: status.code },
    events: [],
    links: [],
  };
  // A copy would lack the private fields of the span's class.
  return new Proxy(span, {
    get: (target, name) => {
      if (Object.hasOwn(cleaned, name)) return cleaned[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function nameSpan(attributes: Attributes, call: ReturnType<typeof nameCall> | null): string {
  if (call) return `call ${call.backend} ${call.call}`;
  const parts = ['next.span_type', 'http.method', 'next.route'].map((name) => attributes[name]);
  const name = parts.filter((part) => typeof part === 'string').join(' ');
  return name || 'other';
}
