/** Headers that the middleware sets on the request for a page, in the place of what a client sent under these names. */
export const nonceHeader = 'x-nonce';
/** Present when there is a session that could not be refreshed. It can only take access away, never give it. */
export const sessionUnavailableHeader = 'x-session-unavailable';
