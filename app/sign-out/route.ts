import { refusal } from '@/lib/http/refuse-request';
import { homePath } from '@/lib/http/safe-redirect';
import { cacheControl } from '@/lib/http/security-headers';
import { signOut } from '@/lib/session/sign-out';

const signInPath = '/sign-in';

/** Signs out this session, or all. A route instead of an action, so that the tab keeps no account data. */
export async function POST(request: Request): Promise<Response> {
  const form = await readForm(request);
  if (!form) return refusal('request.malformed');
  const { ended } = await signOut(form.has('everywhere') ? 'global' : 'local');
  return redirectTo(ended ? signInPath : `${signInPath}?notice=session-not-ended`);
}

/** @returns null when the body isn't a complete form. */
async function readForm(request: Request): Promise<FormData | null> {
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

export function GET(): Response {
  return redirectTo(homePath);
}

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': cacheControl } });
}
