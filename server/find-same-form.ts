import type { Part } from './read-multipart.ts';

type Control = { name: string; value: string; kind: string };
type Field = { name: string; value: string };

/** What React writes into a form so that it works without a script: which action it is for, and its place on the page. */
const reactsOwn = '$ACTION_';
const placeField = '$ACTION_KEY';
/** A browser sends each of these, whatever is in it. A box that isn't ticked it leaves out. */
const alwaysSent = /^(hidden|text|email|password|url|search|tel|number|textarea)$/;

/**
 * Finds the form in a page of this build that someone sent from a page of another build: it has the same hidden fields
 * with the same values, and a place for everything that was sent.
 * @param html of the page, as React writes it.
 * @param sent the fields that came.
 * @returns the fields that make it a form of this build, for its action; null where no form of the page is the same.
 */
export function findSameForm(html: string, sent: readonly Part[]): Field[] | null {
  const own = sent.filter(({ name }) => !name.startsWith(reactsOwn));
  const place = sent.find(({ name }) => name === placeField)?.content.toString();
  const forms = [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)]
    .map(([, content = '']) => readControls(content))
    .filter((controls) => holdsSame(controls, own));
  const atPlace = forms.find((controls) =>
    controls.some(({ name, value }) => name === placeField && value === place),
  );
  // Without a field, only its place tells a form from all the others that are a single button.
  const found = atPlace ?? (own.length > 0 ? forms[0] : undefined);
  return found?.filter(({ name }) => name.startsWith(reactsOwn)) ?? null;
}

function holdsSame(controls: Control[], sent: Part[]): boolean {
  const own = controls.filter(({ name }) => !name.startsWith(reactsOwn));
  // One without an action of React's is no form of ours, or one that asks for a page.
  if (own.length === controls.length) return false;
  const isExpected = sent.every(({ name }) => own.some((control) => control.name === name));
  const isComplete = own
    .filter(({ kind }) => alwaysSent.test(kind))
    .every(({ name, value, kind }) =>
      sent.some((part) => part.name === name && (kind !== 'hidden' || part.content.toString() === value)),
    );
  return isExpected && isComplete;
}

function readControls(content: string): Control[] {
  return [...content.matchAll(/<(input|textarea|select|button)\b([^>]*)>/g)].flatMap(
    ([, element = '', attributes = '']) => {
      const name = readAttribute(attributes, 'name');
      if (name === undefined) return [];
      const kind = element === 'input' ? (readAttribute(attributes, 'type') ?? 'text') : element;
      return [{ name, value: readAttribute(attributes, 'value') ?? '', kind }];
    },
  );
}

function readAttribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
  return value?.replace(/&(amp|lt|gt|quot|#x27);/g, (_, entity: string) => characters[entity] ?? '');
}

/** As React writes them. */
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
