import { Button } from '@/components/ui/button';

export function SignOutForm({ path = '/sign-out' }: { path?: string }) {
  return (
    <form method="post" action={path}>
      <Button type="submit" variant="quiet" className="sign-out">
        Sign out
      </Button>
    </form>
  );
}
