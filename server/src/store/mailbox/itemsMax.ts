/** Rows that travel with a message of the push socket; beyond that windows fetch what they show. */
export const ITEMS_MAX = 50
