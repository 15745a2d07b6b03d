import { type FormPlace, keepValues, takeValues } from './draft-values';
import { focusOnceLoaded } from './focus-once-loaded';

/** Fields with these names are never kept, as in lib/forms/action.ts. */
const secretNames = /password|code|token/i;

type Typed = HTMLInputElement | HTMLTextAreaElement;

const isRadio = (field: Typed): field is HTMLInputElement => field.type === 'radio';

/** Keeps typed values, except secrets. With `isPressed`, keeps the form even if it has none, so that `restoreForm` finds it. */
export function keepForm(form: HTMLFormElement, isPressed = false): void {
  const place = placeOf(form);
  const typed = typedFields(form).filter((field) =>
    isRadio(field) ? field.checked && !field.defaultChecked : field.value !== field.defaultValue,
  );
  if (!place || (typed.length === 0 && !isPressed)) return;
  keepValues(place, Object.fromEntries(typed.map(({ name, value }) => [name, value])));
}

export function keepTypedForms(): void {
  for (const form of document.forms) keepForm(form);
}

/** Drops a form's kept values, once the user no longer has to leave its page. */
export function forgetForm(form: HTMLFormElement): void {
  const place = placeOf(form);
  if (place) takeValues(place);
}

/** Fills in the kept values for this form and account, once, and focuses the next thing to do. Submits nothing. */
export function restoreForm(form: HTMLFormElement): void {
  const place = placeOf(form);
  const values = place && takeValues(place);
  if (!values) return;
  for (const field of typedFields(form)) {
    const value = values[field.name];
    if (value === undefined || isRadio(field) !== (value === field.value)) continue;
    field.value = value;
    if (isRadio(field)) field.checked = true;
    // Updates displays that depend on the value, such as its length.
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  form.closest('details')?.setAttribute('open', '');
  focusOnceLoaded(() => form.querySelector<HTMLElement>('input:invalid, [type=submit]'));
}

/** Identifies a form on its page by its field names and hidden values. */
function placeOf(form: HTMLFormElement): FormPlace | null {
  const { account } = document.documentElement.dataset;
  if (!account) return null;
  const fields = [...form.elements].filter((field) => field instanceof HTMLInputElement);
  const names = fields
    .filter(({ name }) => name && !name.startsWith('$ACTION'))
    .map(({ name, type, value }) => (type === 'hidden' ? `${name}=${value}` : name));
  return { account, path: location.pathname + location.search, form: `#${names.join('&')}` };
}

function typedFields(form: HTMLFormElement): Typed[] {
  return [...form.elements].filter(
    (field): field is Typed =>
      (field instanceof HTMLTextAreaElement ||
        (field instanceof HTMLInputElement &&
          ['text', 'email', 'url', 'search', 'tel', 'radio'].includes(field.type))) &&
      field.name !== '' &&
      field.autocomplete !== 'one-time-code' &&
      !secretNames.test(field.name),
  );
}
