/** The server's own request ID: on the request, the response and in the log. Replaces the client's. */
export const requestIdHeader = 'x-request-id';

/** The address of a request's connection, written by `forwardPeerAddress`. Replaces the client's. */
export const peerHeader = 'x-countersign-peer';

/** The middleware sets these headers on a page's request, replacing the client's. */
export const nonceHeader = 'x-nonce';
/** Set if there is a session that couldn't be refreshed. Can only remove access, never grant it. */
export const sessionUnavailableHeader = 'x-session-unavailable';
