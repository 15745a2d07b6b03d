/** Names of fields whose content never goes back to a page. */
export const secretFields = /password|code|token/i;
