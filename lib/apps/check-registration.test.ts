import { checkRegistration, isLocalSite } from './check-registration';

const site = { siteName: 'Ada Bank', isLocal: false };
const given = {
  name: ' Cafe\u0301 ',
  redirectUris: ['https://app.example/cb'],
  signOutUris: [],
  isConfidential: true,
};

test('stores an app as typed, with its name in NFC and trimmed', () => {
  expect(checkRegistration(given, site)).toEqual({
    ok: true,
    registration: {
      name: 'Café',
      redirect_uris: ['https://app.example/cb'],
      post_logout_redirect_uris: [],
      is_confidential: true,
    },
  });
});

test('each field has its own error', () => {
  const wrong = { ...given, name: 'Ada-Bank', redirectUris: [], signOutUris: ['javascript:alert(1)'] };
  expect(checkRegistration(wrong, site)).toMatchObject({
    ok: false,
    code: 'app.name_imitates',
    fields: {
      name: 'app.name_imitates',
      redirectUris: 'app.redirect_required',
      signOutUris: 'app.redirect_invalid',
    },
    about: { signOutUris: 'javascript:alert(1)' },
  });
});

test('returns the first refused address and its error', () => {
  const check = (redirectUris: string[]) => checkRegistration({ ...given, redirectUris }, site);
  const good = 'https://app.example/cb';
  expect(check([good, 'com.example.app:/cb', 'http://app.example/cb'])).toMatchObject({
    code: 'app.redirect_public_only',
    about: { redirectUris: 'com.example.app:/cb' },
  });
  expect(check([good, 'http://app.example/cb'])).toMatchObject({
    code: 'app.redirect_https',
    about: { redirectUris: 'http://app.example/cb' },
  });
});

test("only the team's own app may have the site's name", () => {
  const named = { ...given, name: 'Ada Bank Help' };
  expect(checkRegistration(named, site)).toMatchObject({ ok: false, code: 'app.name_imitates' });
  expect(checkRegistration({ ...named, isFirstParty: true }, site)).toMatchObject({ ok: true });
  const hidden = { ...named, name: 'Ada\u200bBank', isFirstParty: true };
  expect(checkRegistration(hidden, site)).toMatchObject({ code: 'app.name_invalid' });
});

test("a user can't register an address of this site or of a subdomain", () => {
  const check = (uri: string, siteUrl: string) =>
    checkRegistration(
      { ...given, redirectUris: [uri], signOutUris: [uri] },
      { ...site, isLocal: true, siteUrl },
    );
  const both = { fields: { redirectUris: 'app.redirect_invalid', signOutUris: 'app.redirect_invalid' } };
  expect(check('https://ada.example/cb', 'https://ada.example')).toMatchObject(both);
  expect(check('https://ada.example:8443/cb', 'https://ada.example')).toMatchObject(both);
  expect(check('https://app.ada.example/cb', 'https://ada.example')).toMatchObject(both);
  expect(check('https://notada.example/cb', 'https://ada.example')).toMatchObject({ ok: true });
  expect(check('http://127.0.0.1:3000/cb', 'http://localhost:3000')).toMatchObject(both);
  expect(check('http://localhost:4000/cb', 'http://localhost:3000')).toMatchObject({ ok: true });
});

test("a user can't register this site's host as a scheme, reversed or not; the team can", () => {
  const check = (uri: string, siteUrl?: string) =>
    checkRegistration(
      { ...given, redirectUris: [uri], isConfidential: false },
      { ...site, ...(siteUrl && { siteUrl }) },
    );
  for (const uri of ['com.adabank:/cb', 'com.adabank.login:/cb']) {
    expect(check(uri, 'https://adabank.com')).toMatchObject({ code: 'app.redirect_invalid' });
    expect(check(uri)).toMatchObject({ ok: true });
  }
  expect(check('com.ada.bank:/cb', 'https://ada.bank')).toMatchObject({ code: 'app.redirect_invalid' });
  expect(check('com.adabanker:/cb', 'https://adabank.com')).toMatchObject({ ok: true });
});

test('refuses an eleventh address', () => {
  const redirectUris = Array.from({ length: 11 }, (_, one) => `https://app.example/${one}`);
  expect(checkRegistration({ ...given, redirectUris }, site)).toMatchObject({ ok: false });
  expect(checkRegistration({ ...given, redirectUris: redirectUris.slice(1) }, site)).toMatchObject({
    ok: true,
  });
});

test('a site is local only if its whole host is a loopback name', () => {
  expect(isLocalSite('http://localhost:3000')).toBe(true);
  expect(isLocalSite('http://[::1]:3000')).toBe(true);
  expect(isLocalSite('https://localhost.example')).toBe(false);
});
