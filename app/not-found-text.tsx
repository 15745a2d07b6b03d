import { buttonClasses } from '@/components/ui/button';
import { describeError } from '@/lib/result';
import { readViewer } from '@/lib/session/viewer';

/** Contains no user data, because public pages show it too. */
export async function NotFoundText() {
  const { title, hint } = describeError('request.not_found');
  const { signedIn } = await readViewer();
  return (
    <div className="grid justify-items-start gap-6">
      <h1>{title}</h1>
      <p className="text-muted">{signedIn ? hint : 'Check the address, or ask the person who sent it.'}</p>
      <a href={signedIn ? '/wallets' : '/sign-in'} className={buttonClasses('primary')}>
        {signedIn ? 'Go to your wallets' : 'Go to sign-in'}
      </a>
      {signedIn ? null : (
        <a href="/sign-up" className="tappable">
          Create an account
        </a>
      )}
    </div>
  );
}
