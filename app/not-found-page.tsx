import { buttonClasses } from '@/components/ui/button';
import { Wordmark } from '@/components/wordmark';
import { readViewer } from '@/lib/auth/viewer';
import { describeError } from '@/lib/result';
import { PlaceLinks } from './(signed-in)/place-links';
import { SignOutForm } from './sign-out-form';

/** What an address without a page shows. It looks like the pages around it, and names nobody: public pages show it too. */
export async function NotFoundPage() {
  const { title, next } = describeError('request.not_found');
  const { signedIn } = await readViewer();
  return (
    <>
      <header className={`flex h-14 items-center gap-6 px-4 ${signedIn ? 'border-b border-hairline' : ''}`}>
        <Wordmark />
        {signedIn ? <PlaceLinks /> : null}
        <div className="ml-auto">
          <SignOutForm />
        </div>
      </header>
      <main
        className={`mx-auto grid w-full flex-1 content-start justify-items-start gap-6 px-4 pt-8 pb-20 ${signedIn ? 'max-w-[720px]' : 'max-w-[432px] wide:pt-16'}`}
      >
        <h1>{title}</h1>
        <p className="text-muted">{signedIn ? next : 'Check the address, or ask whoever gave it to you.'}</p>
        <a href={signedIn ? '/wallets' : '/sign-in'} className={buttonClasses('primary')}>
          {signedIn ? 'Go to your wallets' : 'Go to sign-in'}
        </a>
      </main>
    </>
  );
}
