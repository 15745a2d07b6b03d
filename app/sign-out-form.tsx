import { Button } from '@/components/ui/button';
import { readViewer } from '@/lib/session/viewer';

/**
 * `Sign out`, on every page that someone signed in can see. Nothing for the signed-out. The browser itself sends it.
 * @param path what signs out, where that goes on with something.
 */
export async function SignOutForm({ path = '/sign-out' }: { path?: string }) {
  if (!(await readViewer()).signedIn) return null;
  return (
    <form method="post" action={path}>
      <Button
        type="submit"
        variant="quiet"
        className="-mr-3.5 whitespace-nowrap focus-visible:outline-offset-0 forced-colors:mr-0"
      >
        Sign out
      </Button>
    </form>
  );
}
