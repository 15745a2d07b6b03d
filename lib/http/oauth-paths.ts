/** Whether apps' servers and scripts call this path. They don't use this site's cookies, so the request's origin doesn't matter. */
export function isMachinePath(pathname: string): boolean {
  return (
    /^\/oauth\/(token|userinfo|introspect|revoke|par|jwks)$/.test(pathname) ||
    /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)
  );
}

/** Whether apps send browsers to this path, also by a form. The request changes nothing: it leads to a page that asks the user. */
export function isEntryForApps(pathname: string): boolean {
  return /^\/oauth\/(authorize|logout)$/.test(pathname);
}
