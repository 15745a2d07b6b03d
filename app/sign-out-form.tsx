import { Button } from '@/components/ui/button';
import { readViewer } from '@/lib/session/viewer';

/** Posts to `path`. Renders nothing for signed-out visitors. */
export async function SignOutForm({ path = '/sign-out' }: { path?: string }) {
  if (!(await readViewer()).signedIn) return null;
  return (
    <form method="post" action={path}>
      <Button type="submit" variant="quiet" className="sign-out">
        Sign out
      </Button>
    </form>
  );
}
