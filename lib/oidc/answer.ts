import 'server-only';
import { outageRetryInSeconds } from '../backend-unavailable.ts';
import { environment } from '../env.ts';
import { type ErrorCode, errors } from '../errors.ts';
import { isMachinePath } from '../http/refuse-request.ts';
import { logError, messageOf } from '../log/log.ts';
import { readViewer } from '../session/viewer.ts';
import { ownResponseModes } from './adapter.ts';
import { connectCookieName, isSpeculative, readOpenRequests, writeOpenRequests } from './interaction.ts';
import { reportOutcome } from './outcome.ts';
import { problemPath, unavailablePath } from './problem.ts';
import {
  beginRequest,
  commitRequest,
  type Endpoint,
  type RequestState,
  readRequest,
} from './request-state.ts';
import { type LibraryAnswer, runLibrary } from './run-library.ts';
import { signedOutPath, withholdAnswer } from './withheld-answer.ts';

const endpoints: [RegExp, Endpoint, string[]][] = [
  [/^\/oauth\/authorize$/, 'authorize', ['GET', 'POST']],
  [/^\/oauth\/authorize\/[\w-]{20,64}$/, 'resume', ['GET']],
  [/^\/oauth\/logout$/, 'logout', ['GET', 'POST']],
  [/^\/oauth\/token$/, 'token', ['POST', 'OPTIONS']],
  [/^\/oauth\/userinfo$/, 'userinfo', ['GET', 'POST', 'OPTIONS']],
  [/^\/oauth\/introspect$/, 'introspect', ['POST', 'OPTIONS']],
  [/^\/oauth\/revoke$/, 'revoke', ['POST', 'OPTIONS']],
  [/^\/oauth\/par$/, 'par', ['POST', 'OPTIONS']],
];

/** Answers a request to one of the OpenID Provider's endpoints. Never throws. */
export async function answerOAuth(request: Request): Promise<Response> {
  return endFragment(await answerUnlessUnavailable(request, answerRequest));
}

/** Answers with a public document: the metadata or the keys. Never throws. */
export function answerPublicDocument(request: Request): Promise<Response> {
  return answerUnlessUnavailable(request, answerPublicly);
}

/** Browsers keep a fragment through redirects, so an app could scroll our page. An empty fragment replaces it. */
function endFragment(response: Response): Response {
  const to = response.headers.get('location');
  const { siteUrl } = environment();
  if (to && new URL(to, siteUrl).origin === new URL(siteUrl).origin)
    response.headers.set('location', `${to}#`);
  return response;
}

async function answerUnlessUnavailable(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  try {
    return await answer(request);
  } catch (error) {
    logError('app.request_failed', `A request of an app failed: ${messageOf(error)}`);
    return refuse('backend.unavailable', request);
  }
}

async function answerRequest(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, endpoint, methods = []] = endpoints.find(([path]) => path.test(pathname)) ?? [];
  if (!endpoint) return new Response(null, { status: 404 });
  if (!methods.includes(request.method))
    return new Response(null, { status: 405, headers: { allow: methods.join(', ') } });
  if (request.method === 'OPTIONS') return answerPublicly(request);
  const isForPeople = !isMachinePath(pathname);
  if (isForPeople && isSpeculative(request)) return answerBrowserOnly();

  const body = request.method === 'POST' ? Buffer.from(await request.arrayBuffer()) : null;
  const parameters = new URLSearchParams(body ? body.toString('utf8') : search);
  // A form on another site sends no session cookie (SameSite=Lax); after a redirect to the same request by GET, the browser does.
  if (isForPeople && body) return redirect(`${pathname}?${parameters}`);
  const what = readRequest(endpoint, { path: pathname, parameters, headers: request.headers });
  const asked = { ...what, endpoint, parameters, headers: request.headers };
  const isUnfit = endpoint !== 'resume' && areUnfit(parameters);
  if (isUnfit || (isForPeople && ![...ownResponseModes, null].includes(parameters.get('response_mode'))))
    return reportOutcome(refuse('app.request_invalid', request), asked, { outcome: 'invalid_request' });

  const check = isForPeople ? await readViewer() : null;
  if (check && !check.signedIn && check.reason === 'unavailable')
    return refuse('backend.unavailable', request);
  const begun = await beginRequest({ ...what, viewer: check?.signedIn ? check.viewer : null });
  if (!begun.ok) return refuse(begun.code, request, begun.retryAfterSeconds);

  const open = isForPeople ? readOpenRequests(readCookie(request, connectCookieName())) : [];
  const resumed = endpoint === 'resume' ? (pathname.split('/').at(-1) ?? '') : '';
  // Reopened while it waits: it continues to wait, also in its first tab.
  const { item } = begun.state;
  if (open.includes(resumed) && item?.kind === 'Interaction' && !item.payload.result && item.expiresIn > 0)
    return redirect(`/connect/${resumed}`);
  const answer = await runLibrary({
    method: request.method,
    url: pathname + search,
    headers: request.headers,
    body,
    resumed: open.includes(resumed) ? resumed : null,
    state: begun.state,
  });
  const stored = await commitRequest(begun.state);
  if (!stored.ok) {
    const outcome = stored.code === 'app.request_expired' && !isForPeople ? 'invalid_grant' : null;
    return reportOutcome(refuse(stored.code, request), asked, { ...begun.state, outcome });
  }
  const pagePath = pageInPlace[endpoint];
  const location = answer.headers.get('location') ?? '';
  const back = pagePath ? withholdAnswer(location, begun.state) : null;
  const response =
    pagePath && back ? redirect(pagePath(back, explainError(location, begun.state))) : toResponse(answer);
  const remaining = answer.isOver ? open.filter((id) => id !== resumed) : open;
  const left = answer.begun ? [answer.begun, ...remaining] : remaining;
  if (left.join() !== open.join()) response.headers.append('set-cookie', writeOpenRequests(left));
  return reportOutcome(response, asked, begun.state);
}

/** The parameters of the largest request that apps make, including a long `state`. */
const mostParametersInBytes = 2048;
/** Additional size of `id_token_hint`, an ID token of this site, which depends on its keys. */
const mostHintInBytes = 2048;

/** Whether the parameters are too large to store, or contain NUL, which Postgres text can't store. */
function areUnfit(parameters: URLSearchParams): boolean {
  const hint = parameters.get('id_token_hint') ?? '';
  const isTooLarge =
    parameters.toString().length - hint.length > mostParametersInBytes || hint.length > mostHintInBytes;
  return isTooLarge || [...parameters].flat().some((text) => text.includes('\u0000'));
}

/** An app that asks with `prompt=none` learns from an error that it has to show a page: `login_required`, `consent_required`. */
function explainError(location: string, { session }: RequestState): ErrorCode {
  if (!/[?#&]error=\w+_required(&|$)/.test(location)) return 'app.request_invalid';
  return session ? 'app.must_ask' : 'app.not_signed_in';
}

const problemWithBack = (back: string, code: ErrorCode) => `${problemPath(code)}&back=${back}`;

/** The page shown instead of the redirect to an unreviewed app, with the sealed address of that app. */
const pageInPlace: Partial<Record<Endpoint, (back: string, code: ErrorCode) => string>> = {
  authorize: problemWithBack,
  resume: problemWithBack,
  logout: signedOutPath,
};

async function answerPublicly(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { method, headers } = request;
  const answer = await runLibrary({ method, url: pathname, headers, body: null, resumed: null, state: null });
  if (method !== 'GET') return toResponse(answer);
  answer.headers.set('cache-control', publicForFiveMinutes);
  answer.headers.delete('content-length');
  return toResponse({ ...answer, body: withOwnModes(String(answer.body)) });
}

/** A new key is published for a day before it signs. */
const publicForFiveMinutes = 'public, max-age=300';

/** Omits `form_post`, whose page submits itself by a script, which our policy blocks. */
function withOwnModes(document: string): string {
  const described = JSON.parse(document) as { response_modes_supported?: string[] };
  if (described.response_modes_supported) described.response_modes_supported = ownResponseModes;
  return JSON.stringify(described);
}

const noStore = { 'cache-control': 'no-store' };

/** As text, which a program with `fetch` and `sec-fetch-mode: cors` can show. */
function answerBrowserOnly(): Response {
  const { status, title, hint } = errors['app.browser_only'];
  const headers = { ...noStore, 'content-type': 'text/plain; charset=utf-8' };
  return new Response(`${title} ${hint}\n`, { status, headers });
}

function toResponse({ status, headers, body }: LibraryAnswer): Response {
  const isEmpty = status === 204 || status === 304 || body === null;
  return new Response(isEmpty ? null : (body as BodyInit), { status, headers });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location, ...noStore } });
}

/** Redirects users to a page, and answers machines with an error of RFC 6749 5.2. */
function refuse(code: ErrorCode, { url }: Request, retryAfterSeconds?: number): Response {
  const { pathname, search } = new URL(url);
  if (!isMachinePath(pathname))
    return redirect(code === 'backend.unavailable' ? unavailablePath(pathname + search) : problemPath(code));
  // The library's own answer for an item that was used or expired before the commit.
  if (code === 'app.request_expired') return Response.json(expired, { status: 400, headers: noStore });
  const error = code === 'app.request_invalid' ? 'invalid_request' : 'temporarily_unavailable';
  const status = code === 'app.request_invalid' ? 400 : code === 'auth.too_many_attempts' ? 429 : 503;
  const headers = new Headers(noStore);
  const wait = retryAfterSeconds ?? (status === 503 ? outageRetryInSeconds : undefined);
  if (wait !== undefined) headers.set('retry-after', String(wait));
  return Response.json({ error }, { status, headers });
}

const expired = { error: 'invalid_grant', error_description: 'grant request is invalid' };

function readCookie(request: Request, name: string): string | undefined {
  const cookies = request.headers.get('cookie')?.split(/; */) ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}
