import { LinkWithNext } from '@/components/next-param';
import { Field } from '@/components/ui/field';

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
