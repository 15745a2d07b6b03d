import rules from './rules.pcss';

/** The style sheet of every page. */
export const sheet = rules;

/** Holds which style sheet this browser has. It says nothing of a person, and only scripts write it. */
export const sheetCookie = 'sheet';
