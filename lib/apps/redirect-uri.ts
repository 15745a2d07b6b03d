import { describePlace } from '../describe-place.ts';

const longestRedirectUri = 500;
export const mostRedirectUris = 10;

export type RedirectRules = {
  /** An app with a secret runs on a server, which has an https address. */
  isConfidential: boolean;
  /** This site runs on the user's own machine, so an app with a secret may too. */
  isLocal: boolean;
};

export function isLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** One slash: after two, users would read the next part as the destination's host. */
const privateScheme = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/(?!\/)/;

/** Whether a scheme is a reversed domain (RFC 8252, 7.1), like `com.example.app`, and can't be read as a host. */
function isReversedDomain(scheme: string): boolean {
  const labels = scheme.split('.');
  const [first = '', last = ''] = [labels[0], labels.at(-1)];
  if (!isTopLevelDomain(first) || labels.some((label) => /^-|-$/.test(label))) return false;
  if (!isTopLevelDomain(last)) return true;
  return labels.length > 2 && neverFirst.includes(first) && !neverFirst.includes(last);
}

/** Top-level domains that no host begins with. */
const neverFirst = ['com', 'net', 'org'];

/** ASCII without spaces, controls, quotes, backslashes and brackets; without commas, which separate addresses; without wildcards. */
const written = /^[!#$%&'()+\-./0-9:;=?@A-Z[\]_a-z~]+$/;

const onLoopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/;

/** Whether a loopback IP literal differs in its port only (RFC 8252, 7.3). Not `localhost`, whose port another machine may answer. */
export function differsInLoopbackPort(given: string, registered: string): boolean {
  const [, host, port = '80', path] = onLoopback.exec(given) ?? [];
  const [, ownHost, , ownPath] = onLoopback.exec(registered) ?? [];
  return host !== undefined && host === ownHost && path === ownPath && Number(port) <= 65_535;
}

/** Schemes with a meaning in browsers. */
const ofBrowsers = /^(?:about|blob|data|file|ftp|javascript|vbscript|view-source|wss?):/;

export type RedirectRefusal =
  | 'app.redirect_https'
  | 'app.redirect_invalid'
  | 'app.redirect_public_only'
  | 'app.redirect_scheme'
  | 'app.redirect_spelling';

/** Requests must match it exactly, so it has to be normalized like a browser's, and show its destination. @returns null if it is allowed. */
export function refuseRedirectUri(uri: string, rules: RedirectRules): RedirectRefusal | null {
  if (uri.length > longestRedirectUri || !written.test(uri) || /[@#]/.test(uri))
    return 'app.redirect_invalid';
  const url = URL.parse(uri);
  if (!url) return URL.canParse(`https://${uri}`) ? 'app.redirect_https' : 'app.redirect_invalid';
  // The slash of an empty path may be missing.
  const isAsWritten = url.href === uri || url.href === `${uri}/`;
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'app.redirect_https';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (!isWholeHost(url.hostname)) return 'app.redirect_invalid';
    if (!isAsWritten) return isSameHost(uri, url) ? 'app.redirect_spelling' : 'app.redirect_invalid';
    const isAllowed = url.protocol === 'https:' || rules.isLocal || !rules.isConfidential;
    return isAllowed ? null : 'app.redirect_public_only';
  }
  if (ofBrowsers.test(url.protocol)) return 'app.redirect_invalid';
  // A host with a port parses as a scheme.
  if (/^[^/]+:\d/.test(uri)) return 'app.redirect_https';
  const [, scheme] = privateScheme.exec(uri) ?? [];
  if (!isAsWritten || !scheme || !isReversedDomain(scheme)) return 'app.redirect_scheme';
  return rules.isConfidential ? 'app.redirect_public_only' : null;
}

/** Whether the browser's host is the typed one: it reads a number as an IP address, and a path's first part as a host. */
function isSameHost(uri: string, { protocol, hostname }: URL): boolean {
  return uri.toLowerCase().startsWith(`${protocol}//${hostname}`);
}

function isWholeHost(hostname: string): boolean {
  return hostname !== '' && !hostname.endsWith('.') && !hostname.startsWith('.');
}

/** Names an address for users: its host and port, or an installed app. */
export function describeRedirectUri(uri: string): string {
  const url = new URL(uri);
  return describePlace(url.protocol === 'https:' || url.protocol === 'http:' ? url.host : url.protocol);
}

/**
 * Generic domains in general availability (ICANN's lists of 2021, in IANA's root zone by `tlds` 1.261.0), without brands (Specification
 * 13) and those reserved by a registry. Schemes under other domains are refused; add newer domains here.
 */
const generic = new Set(
  `
  abogado abudhabi academy accountant accountants actor ads adult aero africa agency airforce alsace amsterdam analytics apartments
  app arab archi army art asia associates attorney auction audio author auto autos baby band bank bar barcelona bargains baseball
  basketball bayern beauty beer berlin best bet bible bid bike bingo bio biz black blackfriday blog blue boats bond boo book booking
  boston bot boutique box broker brussels build builders business buy buzz bzh cab cafe cam camera camp capetown capital car cards
  care career careers cars casa cash casino cat catering center ceo cfd channel charity chat cheap christmas church circle city
  claims cleaning click clinic clothing cloud club coach codes coffee college cologne com community company compare computer comsec
  condos construction consulting contact contractors cooking cool coop corsica country coupon coupons courses cpa credit creditcard
  creditunion cricket cruise cruises cymru cyou dad dance data date dating day deal dealer deals degree delivery democrat dental
  dentist desi design dev diamonds diet digital direct directory discount docs doctor dog domains download dubai durban earth eat
  eco edu education email energy engineer engineering enterprises equipment esq estate eus events exchange expert exposed express
  fail faith family fan fans farm fashion fast feedback film final finance financial fish fishing fit fitness flights florist
  flowers fly football forex forsale forum foundation free frl fun fund furniture futbol fyi gal gallery game games garden gay gdn
  gent ggee gift gifts gives giving glass global gmbh gold golf gop gov graphics gratis green gripe grocery group guide guitars guru
  hair hamburg haus health healthcare help here hiphop hiv hockey holdings holiday homes horse hospital host hosting hotels house
  how icu immo immobilien inc industries info ing ink institute insurance insure int international investments irish ist istanbul
  jetzt jewelry jobs joburg joy juegos kaufen kids kim kitchen kiwi koeln kosher krd kyoto land lat latino law lawyer lease legal
  lgbt life lifeinsurance lighting limited limo link live llc llp loan loans locker lol london lotto love ltd ltda luxe luxury
  madrid maison makeup management market marketing markets mba media melbourne meme memorial men menu miami mil mls mobi mobile moda
  moe moi mom money mortgage moscow motorcycles mov movie museum music nagoya name navy net network new news ngo ninja now nowruz
  nrw nyc okinawa one ong onl online ooo org organic osaka page paris partners parts party pay pet pharmacy phd phone photo
  photography photos physio pics pictures pink pizza place plumbing plus poker politie porn post press pro productions prof promo
  properties property protection pub qpon quebec racing radio realestate realty recipes red rehab reise reisen reit ren rent rentals
  repair report republican rest restaurant review reviews rich rio rip rocks rodeo rsvp rugby ruhr run ryukyu saarland safe safety
  sale salon sarl scholarships school schule science scot search security select services sex sexy shiksha shoes shop shopping
  shouji show singles site ski skin smile soccer social software solar solutions song soy spa space sport spot srl star stockholm
  storage store stream studio study style sucks supplies supply support surf surgery swiss sydney systems taipei tatar tattoo tax
  taxi tci team tech technology tel tennis theater theatre tickets tienda tips tires tirol today tokyo tools top tours town toys
  trade trading training travel trust tube tunes tushu university uno vacations vegas ventures versicherung vet viajes video villas
  vin vip vision vlaanderen vodka vote voting voto voyage wales wang wanggou watch watches weather webcam website wed wedding wien
  wiki win wine work works world wow wtf xin xxx xyz yachts yoga yokohama you yun zip zone zuerich
  `
    .trim()
    .split(/\s+/),
);

/** Whether a label is a top-level domain, other than a brand's. Two letters are a country's or reserved for one (ISO 3166). */
function isTopLevelDomain(label: string): boolean {
  return /^[a-z]{2}$/.test(label) || generic.has(label);
}
