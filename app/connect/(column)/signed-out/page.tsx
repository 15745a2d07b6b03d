import type { Metadata } from 'next';
import { BackLink, NextSteps } from '@/app/connect/request-ended';
import { readWithheldAnswer } from '@/lib/oidc/withheld-answer';
import { readParam, type SearchParams } from '@/lib/search-params';
import { readViewer } from '@/lib/session/viewer';

export async function generateMetadata(): Promise<Metadata> {
  const { signedIn } = await readViewer();
  return { title: signedIn ? 'Still signed in' : 'Signed out' };
}

/** Shown after a sign-out by an app without a return URL, or by an unreviewed app. Only a link leads back. */
export default async function ConnectSignedOutPage({ searchParams }: { searchParams: SearchParams }) {
  const back = readWithheldAnswer(await readParam(searchParams, 'back'));
  const { signedIn } = await readViewer();
  return (
    <div className="grid gap-3">
      <h1>{signedIn ? "You're still signed in here." : "You're signed out here."}</h1>
      {back ? <BackLink to={back} /> : null}
      <NextSteps isSignedIn={signedIn} />
    </div>
  );
}
