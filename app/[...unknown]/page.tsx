import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { SiteFooter } from '@/components/site-footer';
import { Wordmark } from '@/components/wordmark';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { readViewer } from '@/lib/session/viewer';
import { PlaceLinks } from '../(signed-in)/place-links';
import { NotFoundText } from '../not-found-text';
import { SignOutForm } from '../sign-out-form';

export const metadata: Metadata = { title: 'Not found' };

/** Every address that nothing else answers. */
export default async function UnknownPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  return <NotFoundPage />;
}

/** What an address without a page shows. It looks like the pages around it. */
async function NotFoundPage() {
  const { signedIn } = await readViewer();
  return (
    <>
      <header className={signedIn ? 'border-b border-hairline' : ''}>
        <div
          className={`mx-auto flex h-14 items-center gap-6 px-4 ${signedIn ? 'max-w-[720px]' : 'max-w-[432px]'}`}
        >
          <Wordmark />
          {signedIn ? <PlaceLinks /> : null}
          <div className="ml-auto">
            <SignOutForm />
          </div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={`mx-auto w-full flex-1 px-4 pt-8 pb-8 outline-none ${signedIn ? 'max-w-[720px]' : 'max-w-[432px] wide:pt-16'}`}
      >
        <NotFoundText />
      </main>
      <SiteFooter clear={signedIn} />
    </>
  );
}
