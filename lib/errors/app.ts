import type { CatalogueEntry } from './catalogue-entry.ts';

/** Apps that people sign in to with this site: registering them, agreeing to what they see, and what they ask. */
export const appErrors = {
  'app.unknown': {
    status: 404,
    title: 'That app is no longer connected.',
    hint: 'It may have been removed, or you ended its access. Reload the page.',
  },
  'app.not_registered': {
    status: 404,
    title: "This app isn't registered here.",
    hint: "Nothing was shared. Go back to it; if this keeps happening, contact the app's developer.",
  },
  'app.wallet_not_offered': {
    status: 409,
    title: "One of these wallets isn't on your account any more.",
    hint: 'Nothing was shared. Choose again to continue.',
  },
  'app.too_many_wallets': {
    status: 400,
    title: 'An app can see up to 20 wallets.',
    hint: 'Nothing was shared. Choose fewer.',
  },
  'app.wallet_required': {
    status: 409,
    title: "The wallet that the app asks for isn't ticked.",
    hint: 'Nothing was shared. Tick it to continue, or cancel.',
  },
  'app.other_account': {
    status: 409,
    title: "You're now signed in to a different account.",
    hint: 'Nothing was shared. Review what this account would share, then answer.',
  },
  'app.request_expired': {
    status: 410,
    title: 'This request has ended.',
    hint: 'It continued in another tab, was already answered, or took longer than ten minutes. If you still need it, start again in the app. Apps lists what it can see.',
  },
  'app.step_lost': {
    status: 503,
    title: "Your last step didn't reach us.",
    hint: 'The app has no answer yet. Press again.',
  },
  'app.request_invalid': {
    status: 400,
    title: 'The app sent an invalid request.',
    hint: "Nothing was shared. Go back to the app and try again; if this keeps happening, contact the app's developer.",
  },
  'app.browser_only': {
    status: 400,
    title: 'Open this address in a browser.',
    hint: "Send the person here by a link or a redirect. A script's fetch or a prefetch can't take this step for them.",
  },
  'app.redirect_unknown': {
    status: 400,
    title: "The app asked to send you to an address it hasn't registered.",
    hint: "You stay here, and nothing was shared. Tell the app's developer.",
  },
  'app.name_required': {
    status: 400,
    title: 'Enter a name.',
    hint: 'People see it when they share with your app. Use up to 40 characters.',
  },
  'app.name_invalid': {
    status: 400,
    title: 'Use up to 40 letters, digits and spaces from one alphabet.',
    hint: "A name can't hide characters, and can't look like the ID of an account.",
  },
  'app.name_imitates': {
    status: 400,
    title: 'This name could be mistaken for this site.',
    hint: 'Choose a different name, so people can tell who is asking.',
  },
  'app.redirect_invalid': {
    status: 400,
    title: "We can't use {address}.",
    hint: "Use up to ten addresses, without spaces, commas, #, @ and *, none longer than 500 characters and none of this site's own.",
  },
  'app.redirect_required': {
    status: 400,
    title: 'Enter at least one redirect address.',
    hint: 'People return there after they agree, for example https://app.example/callback.',
  },
  'app.redirect_https': {
    status: 400,
    title: 'Use https in {address}.',
    hint: 'Start it with https://. Plain http works only on localhost, 127.0.0.1 and [::1].',
  },
  'app.redirect_spelling': {
    status: 400,
    title: 'Write {address} as a browser shows it.',
    hint: 'Use a lowercase host, no default port, and no “..” in the path.',
  },
  'app.redirect_scheme': {
    status: 400,
    title: 'Change the scheme of {address}.',
    hint: 'Use your domain backwards and one slash, like com.example.app:/callback.',
  },
  'app.redirect_public_only': {
    status: 400,
    title: 'Only an app without a secret can use {address}.',
    hint: 'Use an https address, or register an app that runs “Mobile, desktop or single-page app”.',
  },
  'app.too_many': {
    status: 409,
    title: "You've reached the limit.",
    hint: 'Remove what you no longer need, or wait a minute, and try again.',
  },
  'app.registered_before': {
    status: 409,
    title: 'You have registered this app already.',
    hint: 'It is under your apps. If you lost its secret, make a new one there. To register a second app like it, give it another name.',
  },
  'app.pkce_required': {
    status: 409,
    title: "This app can't be exempted from PKCE.",
    hint: 'Only an app that the team registered, and that keeps a secret, can be.',
  },
  'app.secret_just_made': {
    status: 409,
    title: 'This app has a new secret already, and the one before still works.',
    hint: 'Nothing was changed: one more would end that one at once. Choose below which of them should stop working, and try again.',
  },
  'app.secret_changed': {
    status: 409,
    title: 'This app has a newer secret now.',
    hint: 'Nothing was changed. See below when the newest was made. If you still want another one, try again.',
  },
  'app.no_secret_before': {
    status: 409,
    title: 'Only one secret of this app works.',
    hint: 'Nothing was changed: replacing it would end the one that the app uses. Make a new one; this one keeps working for a day.',
  },
  'app.logo_invalid': {
    status: 400,
    title: "This picture can't be used.",
    hint: 'Choose a square PNG of 64 to 256 pixels and at most 16 kB.',
  },
  'app.token_invalid': {
    status: 401,
    title: 'This access token is not valid.',
    hint: 'It has expired, or the person has ended the access of your app. Refresh it, or send the person to sign in again.',
  },
  'app.scope_missing': {
    status: 403,
    title: 'This access token does not cover that.',
    hint: 'Request the scope the documentation names.',
  },
  'app.client_refused': {
    status: 401,
    title: "The app's credentials are not valid.",
    hint: 'Send the client id and its secret, by HTTP Basic or in the form.',
  },
  'app.subject_unknown': {
    status: 404,
    title: 'Nobody with that name shares wallets with this app.',
    hint: 'They may have ended it. Send the person to sign in again.',
  },
  'app.off': {
    status: 404,
    title: "Apps can't be registered here.",
    hint: "Ask the site's team.",
  },
} as const satisfies Record<string, CatalogueEntry>;
