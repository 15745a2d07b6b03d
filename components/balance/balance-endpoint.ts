/** The id of the element whose `data-balances` holds the endpoint as JSON, for code that loads later. */
export const balancePlaceId = 'balances';
export const balanceNoteId = 'balance-note';
