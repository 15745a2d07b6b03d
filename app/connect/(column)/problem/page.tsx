import type { Metadata } from 'next';
import { z } from 'zod';
import { RequestOver } from '@/app/connect/request-ended';
import type { ErrorCode } from '@/lib/errors';
import { readAgain, readAsked } from '@/lib/oidc/problem';
import { readWithheldAnswer } from '@/lib/oidc/withheld-answer';
import { readParam, type SearchParams } from '@/lib/search-params';
import { AskedRequest } from './asked-request';

export const metadata: Metadata = { title: 'Sign in to an app' };

const Shown = z.enum([
  'app.must_ask',
  'app.not_signed_in',
  'app.redirect_unknown',
  'app.request_expired',
  'app.request_invalid',
  'app.unknown',
  'auth.too_many_attempts',
  'backend.unavailable',
]) satisfies z.ZodType<ErrorCode>;

/** Why a user who came from an app isn't redirected to it: its URL isn't known, or the app isn't. */
export default async function ConnectProblemPage({ searchParams }: { searchParams: SearchParams }) {
  const code = Shown.safeParse(await readParam(searchParams, 'code'));
  const back = readWithheldAnswer(await readParam(searchParams, 'back'));
  const again = readAgain(await readParam(searchParams, 'again'));
  const asked = readAsked(await readParam(searchParams, 'asked'));
  return (
    <RequestOver code={code.success ? code.data : 'app.request_invalid'} back={back} again={again}>
      {asked ? <AskedRequest asked={asked} /> : null}
    </RequestOver>
  );
}
