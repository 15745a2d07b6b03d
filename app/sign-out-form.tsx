import { Button } from '@/components/ui/button';
import { readViewer } from '@/lib/session/viewer';

/** `Sign out`, sent by the browser itself to `path`. Nothing for the signed-out. */
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
