import type { Project } from '../project/choose-project.ts';

const timeoutInMilliseconds = 10_000;

/** Deletes with Auth's admin API. Returns whether it is deleted, now or before. @param path below `/auth/v1/admin` */
export async function deleteAtAuth(
  { supabaseUrl, secretKey }: Pick<Project, 'supabaseUrl' | 'secretKey'>,
  path: string,
): Promise<boolean> {
  const response = await fetch(`${supabaseUrl}/auth/v1/admin${path}`, {
    method: 'DELETE',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    },
    body: '{}',
    signal: AbortSignal.timeout(timeoutInMilliseconds),
  }).catch(() => null);
  if (response?.status === 404) return isGone(await response.text());
  return response?.ok === true;
}

/** Auth's 404 names what is missing; a gateway's doesn't. */
function isGone(text: string): boolean {
  return /"(user_not_found|mfa_factor_not_found)"/.test(text);
}
