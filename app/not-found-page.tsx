import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import { readViewer } from '@/lib/auth/session/viewer';
import { PlaceLinks } from './(signed-in)/place-links';
import { NotFoundText } from './not-found-text';
import { SignOutForm } from './sign-out-form';

/** What an address without a page shows. It looks like the pages around it. */
export async function NotFoundPage() {
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
        className={`mx-auto w-full flex-1 px-4 pt-8 pb-8 ${signedIn ? 'max-w-[720px]' : 'max-w-[432px] wide:pt-16'}`}
      >
        <NotFoundText />
      </main>
      <SiteFooter clear={signedIn} />
    </>
  );
}
