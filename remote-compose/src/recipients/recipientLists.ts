import { isMailAddress, type MailAddress } from '@yanshu/contracts'
import { everybody, isSame, type PeopleLists, type Person } from '@yanshu/ui/people'

export const FIELDS = ['to', 'cc', 'bcc'] as const
export type Field = (typeof FIELDS)[number]

/** The recipients of a mail. No address is in it twice. */
export type RecipientLists = PeopleLists<Field>

export const isValid = ({ address }: Person): boolean => isMailAddress(address)

/** What was typed and is no address. */
export const invalidOf = (lists: RecipientLists): readonly Person[] => everybody(lists).filter((one) => !isValid(one))

export const withoutInvalid = (lists: RecipientLists): RecipientLists => ({
  to: lists.to.filter(isValid),
  cc: lists.cc.filter(isValid),
  bcc: lists.bcc.filter(isValid),
})

/**
 * The lists with those of one field chosen anew. Those that stay keep what is known of them; one who stood in another field
 * leaves it, because a letter has each recipient in one place.
 */
export function withChosen(lists: RecipientLists, field: Field, chosen: readonly MailAddress[]): RecipientLists {
  const isChosen = (one: Person) => chosen.some((person) => isSame(person, one))
  const others = {
    to: lists.to.filter((one) => !isChosen(one)),
    cc: lists.cc.filter((one) => !isChosen(one)),
    bcc: lists.bcc.filter((one) => !isChosen(one)),
  }
  const known = everybody(lists)
  return { ...others, [field]: chosen.map((one) => known.find((person) => isSame(person, one)) ?? one) }
}
