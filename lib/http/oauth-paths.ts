/** Whether apps' servers and scripts call this path. They send no cookie of ours, so their site makes no difference. */
export function isMachinePath(pathname: string): boolean {
  return (
    /^\/oauth\/(token|userinfo|introspect|revoke|par|jwks)$/.test(pathname) ||
    /^\/\.well-known\/(openid-configuration|oauth-authorization-server)$/.test(pathname)
  );
}

/** Whether apps send browsers to this path, by a form too. It decides nothing, and leads to a page of ours, which asks. */
export function isEntryForApps(pathname: string): boolean {
  return /^\/oauth\/(authorize|logout)$/.test(pathname);
}
