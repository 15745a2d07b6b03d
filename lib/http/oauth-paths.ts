/** Asked by apps' servers and scripts, never with a cookie of ours, so it makes no difference which site they are. */
export function isMachinePath(pathname: string): boolean {
  return (
    /^\/oauth\/(token|userinfo|introspect|revoke|par|jwks)$/.test(pathname) ||
    /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)
  );
}

/** Where apps send a browser, by a form too. Nothing is decided there: it leads to a page of ours, which asks. */
export function isEntryForApps(pathname: string): boolean {
  return /^\/oauth\/(authorize|logout)$/.test(pathname);
}
