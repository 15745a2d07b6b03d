/** The server's own id for a request: on the request, on the answer, in the log. What a client sends is replaced. */
export const requestIdHeader = 'x-request-id';

/** The address a request's connection comes from, as `forwardPeerAddress` writes it. What a client sends is replaced. */
export const peerHeader = 'x-countersign-peer';

/** Headers that the middleware sets on the request for a page, in the place of what a client sent under these names. */
export const nonceHeader = 'x-nonce';
/** Present when there is a session that could not be refreshed. It can only take access away, never give it. */
export const sessionUnavailableHeader = 'x-session-unavailable';
