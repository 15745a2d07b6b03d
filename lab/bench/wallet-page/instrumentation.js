// Next.js searches for this file upwards from the page: without it, it would use the project's.
export const register = () => undefined;
