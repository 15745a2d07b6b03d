export type MobileConnection =
  | { kind: 'local' }
  /** `reflector` is a host, with its port if it isn't the default. */
  | { kind: 'remote'; reflector: string };

/** Another app's web view, which can't open wallet apps; as recognized by `@solana-mobile/wallet-standard-mobile`. */
const webView =
  /WebView|Version\/.+Chrome\/(\d+)\.(\d+)\.(\d+)\.(\d+)|; wv\).+Chrome\/(\d+)\.(\d+)\.(\d+)\.(\d+)/i;

/** Phones and tablets, whose user can't scan a code on their own screen. From the same package. */
const handheld = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

/** Decided once, by the server, so that the page matches its policy. @param reflector the team's host; null offers no remote phones. */
export function chooseMobileConnection(
  userAgent: string | null,
  reflector: string | null,
): MobileConnection | null {
  if (!userAgent) return null;
  if (/android/i.test(userAgent)) return webView.test(userAgent) ? null : { kind: 'local' };
  return reflector && !handheld.test(userAgent) ? { kind: 'remote', reflector } : null;
}

/** A wallet app on the same phone listens on a random port. Chrome asks permission by `http://localhost`; Firefox opens apps in a frame. */
export function listMobileSources(connection: MobileConnection | null): {
  reachable: string[];
  framed: string[];
} {
  if (!connection) return { reachable: [], framed: [] };
  return connection.kind === 'local'
    ? { reachable: ['ws://localhost:*', 'http://localhost'], framed: ['solana-wallet:'] }
    : { reachable: [`wss://${connection.reflector}/reflect`], framed: [] };
}
