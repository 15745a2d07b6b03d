/** Exit codes, whose meaning never changes. */
export const exitCodes = { fine: 0, problems: 1, unlooked: 2, misused: 3, stopped: 130 } as const;
