import { isSame, isValid, type Recipient } from './recipient.ts'

export const FIELDS = ['to', 'cc', 'bcc'] as const
export type Field = (typeof FIELDS)[number]

/** Whom a mail goes to. Nobody stands in it twice. */
export type RecipientLists = { readonly [F in Field]: readonly Recipient[] }

export const NOBODY: RecipientLists = { to: [], cc: [], bcc: [] }

export const everybody = (lists: RecipientLists): readonly Recipient[] => [...lists.to, ...lists.cc, ...lists.bcc]

export interface Added {
  readonly lists: RecipientLists
  /** Those who were there already, in this field or another. */
  readonly duplicates: readonly Recipient[]
}

/** Adds people at the end of a field (or before `at`); who is in any field already is not added again. */
export function addRecipients(
  lists: RecipientLists,
  field: Field,
  added: readonly Recipient[],
  at = lists[field].length,
): Added {
  const there = [...everybody(lists)]
  const fresh: Recipient[] = []
  const duplicates: Recipient[] = []
  for (const recipient of added) {
    if (there.some((other) => isSame(other, recipient))) duplicates.push(recipient)
    else {
      fresh.push(recipient)
      there.push(recipient)
    }
  }
  if (fresh.length === 0) return { lists, duplicates }
  return { lists: { ...lists, [field]: lists[field].toSpliced(at, 0, ...fresh) }, duplicates }
}

export function removeRecipient(lists: RecipientLists, field: Field, address: string): RecipientLists {
  return { ...lists, [field]: lists[field].filter((one) => !isSame(one, { name: '', address })) }
}

/** Moves one person to the end of another field. */
export function moveRecipient(lists: RecipientLists, from: Field, address: string, to: Field): RecipientLists {
  const moved = lists[from].find((one) => isSame(one, { name: '', address }))
  if (!moved || from === to) return lists
  const without = removeRecipient(lists, from, address)
  return { ...without, [to]: [...without[to], moved] }
}

/** Puts others in the place of one person, for a chip that was edited. */
export function replaceRecipient(
  lists: RecipientLists,
  field: Field,
  address: string,
  others: readonly Recipient[],
): Added {
  const at = lists[field].findIndex((one) => isSame(one, { name: '', address }))
  return addRecipients(removeRecipient(lists, field, address), field, others, at < 0 ? undefined : at)
}

/** What was typed and is no address. */
export const invalidOf = (lists: RecipientLists): readonly Recipient[] =>
  everybody(lists).filter((recipient) => !isValid(recipient))

export const withoutInvalid = (lists: RecipientLists): RecipientLists => ({
  to: lists.to.filter(isValid),
  cc: lists.cc.filter(isValid),
  bcc: lists.bcc.filter(isValid),
})
