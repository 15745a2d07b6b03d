/** A user's browser at an app: keeps cookies, and doesn't follow redirects. */
export function openAppBrowser() {
  const cookies = new Map<string, string>();
  return async function visit(address: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(cookie && { cookie }) },
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** The redirect's target. Throws if the response has none. */
export function readLocation(answer: Response): string {
  const location = answer.headers.get('location');
  if (!location) throw new Error(`${answer.url} answered ${answer.status} and leads nowhere.`);
  return location;
}
