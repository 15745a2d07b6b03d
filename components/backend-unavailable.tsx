import { Wordmark } from '@/components/wordmark';
import { describeError } from '@/lib/result';
import { ReloadWhenReady } from './reload-when-ready';
import { SiteFooter } from './site-footer';
import { Problem } from './ui/problem';

/** The backend is out of reach. The session is kept, and the page comes back by itself. */
export function BackendUnavailable() {
  return (
    <>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[432px] flex-1 content-start gap-6 px-4 pt-16 outline-none"
      >
        <div>
          <Wordmark />
        </div>
        <h1>One moment</h1>
        <Problem problem={describeError('session.unavailable')} />
        <ReloadWhenReady />
      </main>
      <SiteFooter />
    </>
  );
}
