export type MobileConnection =
  | { kind: 'local' }
  /** `reflector` is its host, with the port if it has an own one. */
  | { kind: 'remote'; reflector: string };

/** Another app's window, which can open no wallet app, recognized as in `@solana-mobile/wallet-standard-mobile`. */
const webView =
  /WebView|Version\/.+Chrome\/(\d+)\.(\d+)\.(\d+)\.(\d+)|; wv\).+Chrome\/(\d+)\.(\d+)\.(\d+)\.(\d+)/i;

/** Phones and tablets, which a code on their own screen is no use to. From the same package. */
const handheld = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i;

/**
 * The way to offer to a browser, or null for none. Decided once, by the server, so that the page offers what its policy
 * allows.
 * @param reflector host of the team's reflector, or null: then there are no remote phones.
 */
export function chooseMobileConnection(
  userAgent: string | null,
  reflector: string | null,
): MobileConnection | null {
  if (!userAgent) return null;
  if (/android/i.test(userAgent)) return webView.test(userAgent) ? null : { kind: 'local' };
  return reflector && !handheld.test(userAgent) ? { kind: 'remote', reflector } : null;
}

/**
 * Sources for a page's policy. A wallet app on the same phone listens on a port chosen each time; `http://localhost`
 * makes Chrome ask whether the page may reach it, and Firefox opens apps through a frame.
 */
export function listMobileSources(connection: MobileConnection | null): {
  reachable: string[];
  framed: string[];
} {
  if (!connection) return { reachable: [], framed: [] };
  return connection.kind === 'local'
    ? { reachable: ['ws://localhost:*', 'http://localhost'], framed: ['solana-wallet:'] }
    : { reachable: [`wss://${connection.reflector}/reflect`], framed: [] };
}
