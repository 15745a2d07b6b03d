/** A WebDriver BiDi value. */
export type BidiValue = { type?: string; value?: unknown; handle?: string; sharedId?: string };

/** A value of WebKit's inspector. */
export type InspectedValue = {
  type: string;
  subtype?: string;
  value?: unknown;
  description?: string;
  objectId?: string;
};

/** Converts an argument for the inspector. */
export function writeArgument(argument: BidiValue): object {
  const objectId = argument.handle ?? argument.sharedId;
  return objectId ? { objectId } : { value: toPlain(argument) };
}

function toPlain({ type, value }: BidiValue): unknown {
  if (type === 'null') return null;
  if (type === 'array') return (value as BidiValue[]).map(toPlain);
  if (type !== 'object') return value;
  const entries = value as [BidiValue, BidiValue][];
  return Object.fromEntries(entries.map((entry) => entry.map(toPlain)));
}

/** Converts a value that the inspector returned as JSON. */
export function writePlain(value: unknown): BidiValue {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array', value: value.map(writePlain) };
  if (typeof value !== 'object') return { type: typeof value, value };
  return { type: 'object', value: Object.entries(value).map(([name, one]) => [name, writePlain(one)]) };
}

/** Converts a value that the inspector returned by reference: an object by its handle. */
export function writeInspected(inspected: InspectedValue): BidiValue {
  const { type, subtype, value, description, objectId } = inspected;
  if (subtype === 'null') return { type: 'null' };
  if (!objectId) return { type, value: value ?? description };
  return { type: subtype ?? type, handle: objectId, ...(subtype === 'node' && { sharedId: objectId }) };
}
