/** Names of fields whose values never return to a page. */
export const secretFields = /password|code|token/i;
