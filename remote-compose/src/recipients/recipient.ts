import { isMailAddress, type MailAddress, sameAddress } from '@yanshu/contracts'

/** Somebody a mail is written to, right or wrong: what was typed is kept until it is corrected or left out. */
export interface Recipient extends MailAddress {
  /** Known for people of the organisation; tells people of one name apart. */
  readonly deptName?: string
}

export const isValid = (recipient: MailAddress): boolean => isMailAddress(recipient.address)

/** Whether two recipients are one mailbox. What is not an address is compared as it was typed. */
export const isSame = (a: MailAddress, b: MailAddress): boolean => sameAddress(a.address, b.address)

/** As people write it: `张伟 <zhang.wei@yanshu.test>`, or the address alone. */
export const writtenOut = ({ name, address }: MailAddress): string => {
  if (!name) return address
  return /[,;，；、<>"@]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`
}

/** What a chip says: the name, with the department (or the address) when another person in sight is called the same. */
export function labelOf(recipient: Recipient, all: readonly Recipient[]): string {
  const { name, address, deptName } = recipient
  if (!name) return address
  const namesake = all.some((other) => other.name === name && !isSame(other, recipient))
  return namesake ? `${name} · ${deptName || address}` : name
}
