/** What ends other sessions, once someone has confirmed that it is them. Every notice links to it. */
export const notMePath = '/activity/not-me';
