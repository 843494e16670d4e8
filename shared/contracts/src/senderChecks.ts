/** What is found of the domain that the sender of a mail names: it is confirmed, its check fails, or nothing confirms it. */
export const SENDER_CHECKS = ['confirmed', 'failed', 'unconfirmed'] as const
export type SenderCheck = (typeof SENDER_CHECKS)[number]
