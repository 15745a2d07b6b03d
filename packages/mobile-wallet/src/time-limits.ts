/** Reaching a wallet app, or the reflector. The protocol's package gives up after as long. */
export const reachTimeoutInSeconds = 30;

/** Scanning a code: a reflector drops a page that nobody has joined after this. */
export const scanTimeoutInSeconds = 30;

/**
 * One request in all: opening the app, scanning a new code or two, and deciding. Less than a statement lives on the
 * server.
 */
export const requestTimeoutInSeconds = 4 * 60;

/** Longer than any request, so that the wallet's own words come first. */
export const mobileConnectionTimeoutInSeconds = 5 * 60;

/** The longest that the package waits before it tries a socket again, and a little more for a busy machine. */
export const longestRetryDelayInMilliseconds = 1000 + 200;

/** Covering the page by an opened app, where the protocol's package doesn't watch for that. */
export const detectionTimeoutInMilliseconds = 5000;
