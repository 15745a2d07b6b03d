import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Navigation } from '@/app/(signed-in)/navigation';
import { NotFoundText } from '@/app/not-found-text';
import { SignOutForm } from '@/app/sign-out-form';
import { SiteFooter, Wordmark } from '@/components/ui/site-frame';
import { requestIdHeader } from '@/lib/http/request-headers';
import { answerNotFound } from '@/lib/http/response-status';
import { readViewer } from '@/lib/session/viewer';
import { readSiteBrand } from '@/lib/site-brand';

export const metadata: Metadata = { title: 'Not found' };

export default async function UnknownPage() {
  answerNotFound((await headers()).get(requestIdHeader));
  const { signedIn } = await readViewer();
  const brand = readSiteBrand();
  return (
    <>
      <header className={signedIn ? 'border-b border-hairline' : ''}>
        <div className={`flex h-14 items-center gap-5 ${signedIn ? 'in-frame' : 'in-form'}`}>
          <Wordmark brand={brand} />
          {signedIn ? <Navigation isNowhere /> : null}
          <div className="ml-auto">{signedIn ? <SignOutForm /> : null}</div>
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={`flex-1 pb-8 outline-none ${signedIn ? 'in-frame page-column pt-6 wide:pt-10' : 'in-form pt-8 wide:pt-16'}`}
      >
        <NotFoundText />
      </main>
      <SiteFooter brand={brand} as={signedIn ? 'in-frame above-places' : 'in-form'} />
    </>
  );
}
