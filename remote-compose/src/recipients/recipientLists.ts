import { isMailAddress } from '@yanshu/contracts'
import { everybody, type PeopleLists, type Person } from '@yanshu/ui/people'

export const FIELDS = ['to', 'cc', 'bcc'] as const
export type Field = (typeof FIELDS)[number]

/** Whom a mail goes to. Nobody stands in it twice. */
export type RecipientLists = PeopleLists<Field>

export const isValid = ({ address }: Person): boolean => isMailAddress(address)

/** What was typed and is no address. */
export const invalidOf = (lists: RecipientLists): readonly Person[] => everybody(lists).filter((one) => !isValid(one))

export const withoutInvalid = (lists: RecipientLists): RecipientLists => ({
  to: lists.to.filter(isValid),
  cc: lists.cc.filter(isValid),
  bcc: lists.bcc.filter(isValid),
})
