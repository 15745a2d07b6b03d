/** To connect to a wallet app or the reflector. The protocol's package has the same limit. */
export const reachTimeoutInSeconds = 30;

/** To scan a code. The reflector disconnects a page that no phone has joined by then. */
export const scanTimeoutInSeconds = 30;

/** For one request: opening the app, scanning one or two codes, and the user's decision. Shorter than a statement's lifetime. */
export const requestTimeoutInSeconds = 4 * 60;

/** Longer than any request, so that the user sees the wallet's own error. */
export const mobileConnectionTimeoutInSeconds = 5 * 60;

/** The package's longest delay before it retries a socket, plus some for a busy machine. */
export const longestRetryDelayInMilliseconds = 1000 + 200;

/** For an opened app to cover the page, if the protocol's package doesn't detect that. */
export const detectionTimeoutInMilliseconds = 5000;
