import type { MailAddress } from '@yanshu/contracts'

/** Lists in the store are JSON of our own making. */
export const readAddresses = (json: string): MailAddress[] => JSON.parse(json) as MailAddress[]
