/** Ends other sessions after a confirmation. Every notice links to it. */
export const notMePath = '/activity/not-me';
