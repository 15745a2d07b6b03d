/** The server's own id of a request: on the request, on the answer, in the log. Replaces a client's. */
export const requestIdHeader = 'x-request-id';

/** The address of a request's connection, written by `forwardPeerAddress`. Replaces a client's. */
export const peerHeader = 'x-countersign-peer';

/** Headers that the middleware sets on the request for a page, in the place of what a client sent under these names. */
export const nonceHeader = 'x-nonce';
/** Present when there is a session that could not be refreshed. It can only take access away, never give it. */
export const sessionUnavailableHeader = 'x-session-unavailable';
