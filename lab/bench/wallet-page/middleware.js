// Next.js searches for this file upwards from the page: without it, it would use the project's.
export const middleware = () => undefined;

export const config = { matcher: '/never' };
