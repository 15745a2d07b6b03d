import { LinkWithNext } from '@/components/link-with-next';
import { Field } from '@/components/ui/field';

/** Characters, about what the field shows on a phone beside its link. */
const fits = 28;

/** The email of the previous step. It stays in the form, where password managers look for the password's account. */
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
      // Shows a long address in full, since the field would hide a wrong end. Screen readers read the whole field anyway.
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
