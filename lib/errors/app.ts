import { withStatus } from './catalogue-entry.ts';

export const appErrors = {
  ...withStatus(400, {
    'app.too_many_wallets': ['An app can see up to 20 wallets.', 'Nothing was shared. Choose fewer.'],
    'app.request_invalid': [
      'The app sent an invalid request.',
      "Nothing was shared. Go back to the app and try again; if this keeps happening, contact the app's developer.",
    ],
    'app.browser_only': [
      'Open this address in a browser.',
      "Send the person here by a link or a redirect. A script's fetch or a prefetch can't take this step for them.",
    ],
    'app.redirect_unknown': [
      "The app asked to send you to an address it hasn't registered.",
      "You stay here, and nothing was shared. Tell the app's developer.",
    ],
    'app.name_required': [
      'Enter a name.',
      'People see it when they share with your app. Use up to 40 characters.',
    ],
    'app.name_invalid': [
      'Use up to 40 letters, digits and spaces from one alphabet.',
      "A name can't hide characters, and can't look like the ID of an account.",
    ],
    'app.name_imitates': [
      'This name could be mistaken for this site.',
      'Choose a different name, so people can tell who is asking.',
    ],
    'app.redirect_invalid': [
      "We can't use {address}.",
      "Use up to ten addresses, without spaces, commas, #, @ and *, none longer than 500 characters and none of this site's own.",
    ],
    'app.redirect_required': [
      'Enter at least one redirect address.',
      'People return there after they agree, for example https://app.example/callback.',
    ],
    'app.redirect_https': [
      'Use https in {address}.',
      'Start it with https://. Plain http works only on localhost, 127.0.0.1 and [::1].',
    ],
    'app.redirect_spelling': [
      'Write {address} as a browser shows it.',
      'Use a lowercase host, no default port, and no “..” in the path.',
    ],
    'app.redirect_scheme': [
      'Change the scheme of {address}.',
      'Use your domain backwards and one slash, like com.example.app:/callback.',
    ],
    'app.redirect_public_only': [
      'Only an app without a secret can use {address}.',
      'Use an https address, or register an app that runs “Mobile, desktop or single-page app”.',
    ],
    'app.logo_invalid': [
      "This picture can't be used.",
      'Choose a square PNG of 64 to 256 pixels and at most 16 kB.',
    ],
  }),
  ...withStatus(401, {
    'app.token_invalid': [
      'This access token is not valid.',
      'It has expired, or the person has ended the access of your app. Refresh it, or send the person to sign in again.',
    ],
    'app.client_refused': [
      "The app's credentials are not valid.",
      'Send the client id and its secret, by HTTP Basic or in the form.',
    ],
  }),
  ...withStatus(403, {
    'app.scope_missing': [
      'This access token does not cover that.',
      'Request the scope the documentation names.',
    ],
  }),
  ...withStatus(404, {
    'app.unknown': [
      'That app is no longer connected.',
      'It may have been removed, or you ended its access. Reload the page.',
    ],
    'app.not_registered': [
      "This app isn't registered here.",
      "Nothing was shared. Go back to it; if this keeps happening, contact the app's developer.",
    ],
    'app.subject_unknown': [
      'Nobody with that name shares wallets with this app.',
      'They may have ended it. Send the person to sign in again.',
    ],
    'app.off': ["Apps can't be registered here.", "Ask the site's team."],
  }),
  ...withStatus(409, {
    'app.wallet_not_offered': [
      "One of these wallets isn't on your account any more.",
      'Nothing was shared. Choose again to continue.',
    ],
    'app.wallet_required': [
      "The wallet that the app asks for isn't ticked.",
      'Nothing was shared. Tick it to continue, or cancel.',
    ],
    'app.other_account': [
      "You're now signed in to a different account.",
      'Nothing was shared. Review what this account would share, then answer.',
    ],
    'app.too_many': [
      "You've reached the limit.",
      'Remove what you no longer need, or wait a minute, and try again.',
    ],
    'app.registered_before': [
      'You have registered this app already.',
      'It is under your apps. If you lost its secret, make a new one there. To register a second app like it, give it another name.',
    ],
    'app.pkce_required': [
      "This app can't be exempted from PKCE.",
      'Only an app that the team registered, and that keeps a secret, can be.',
    ],
    'app.secret_just_made': [
      'This app has a new secret already, and the one before still works.',
      'Nothing was changed: one more would end that one at once. Choose below which of them should stop working, and try again.',
    ],
    'app.secret_changed': [
      'This app has a newer secret now.',
      'Nothing was changed. See below when the newest was made. If you still want another one, try again.',
    ],
    'app.no_secret_before': [
      'Only one secret of this app works.',
      'Nothing was changed: replacing it would end the one that the app uses. Make a new one; this one keeps working for a day.',
    ],
  }),
  ...withStatus(410, {
    'app.request_expired': [
      'This request has ended.',
      'It continued in another tab, was already answered, or took longer than ten minutes. If you began in another browser, go back to it. If you still need it, start again in the app. Apps lists what it can see.',
    ],
  }),
  ...withStatus(503, {
    'app.step_lost': ["Your last step didn't reach us.", 'The app has no answer yet. Press again.'],
  }),
};
