import { LinkWithNext } from '@/components/link-with-next';
import { Field } from '@/components/ui/field';

/** In letters: about what the field shows on a phone, beside its link. */
const fits = 28;

/** The e-mail of the step before. It stays in the form, where password managers look for whose password this is. */
export function ChosenEmail({ email, changePath }: { email: string; changePath: string }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={email}
      readOnly
      className="text-ellipsis"
      // A wrong end of a long address would be seen by nobody. Screen readers say all of the field.
      hint={
        email.length > fits ? (
          <span aria-hidden="true" className="[overflow-wrap:anywhere]">
            {email}
          </span>
        ) : null
      }
      trailing={
        <LinkWithNext
          path={changePath}
          className="absolute inset-y-0 right-0 flex w-18 items-center justify-center rounded-control text-small font-medium text-muted"
        >
          Change
        </LinkWithNext>
      }
    />
  );
}
