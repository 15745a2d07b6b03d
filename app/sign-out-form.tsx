import { Button } from '@/components/ui/button';
import { readViewer } from '@/lib/auth/viewer';
import { signOutAction } from './actions';

/** `Sign out`, on every page that somebody signed in can see. Nothing for the signed-out. */
export async function SignOutForm() {
  if (!(await readViewer()).signedIn) return null;
  return (
    <form action={signOutAction}>
      <Button type="submit" variant="quiet" className="-mr-3.5 whitespace-nowrap wide:mr-0">
        Sign out
      </Button>
    </form>
  );
}
