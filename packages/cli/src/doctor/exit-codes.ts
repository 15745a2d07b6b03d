/** What the command ends with. Scripts go by them: none is ever given to something else. */
export const exitCodes = { fine: 0, problems: 1, unlooked: 2, misused: 3, stopped: 130 } as const;
