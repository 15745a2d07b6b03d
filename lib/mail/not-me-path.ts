/** Ends all other sessions after a step-up. Every notice links to it. */
export const notMePath = '/activity/not-me';
