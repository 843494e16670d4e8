/**
 * What a person may be beside a user of their mailbox. `administrator` in their own mailbox alone, not in one that they
 * switched to; `groupManager` manages a mail group; `approver` approves mails of others.
 */
export const ROLES = ['administrator', 'approver', 'groupManager'] as const
export type Role = (typeof ROLES)[number]
