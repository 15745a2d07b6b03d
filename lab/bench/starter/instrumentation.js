// Next.js looks for this file upwards from the page: without it, it would take the project's.
export const register = () => undefined;
