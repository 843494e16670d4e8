import { isSame, type Person } from './person.ts'

/** People by field. No address is in it twice. */
export type PeopleLists<F extends string = string> = { readonly [Field in F]: readonly Person[] }

/** The people of all fields, in the order of the fields. */
export const everybody = (lists: PeopleLists): readonly Person[] => Object.values(lists).flat()

export interface Added<F extends string> {
  readonly lists: PeopleLists<F>
  /** Those who were there already, in this field or another. */
  readonly duplicates: readonly Person[]
}

/** Adds people at the end of a field (or before `at`); who is in any field already is not added again. */
export function addPeople<F extends string>(
  lists: PeopleLists<F>,
  field: NoInfer<F>,
  added: readonly Person[],
  at = lists[field].length,
): Added<F> {
  const there = [...everybody(lists)]
  const fresh: Person[] = []
  const duplicates: Person[] = []
  for (const person of added) {
    if (there.some((other) => isSame(other, person))) duplicates.push(person)
    else {
      fresh.push(person)
      there.push(person)
    }
  }
  if (fresh.length === 0) return { lists, duplicates }
  return { lists: { ...lists, [field]: lists[field].toSpliced(at, 0, ...fresh) }, duplicates }
}

/** Removes one person from a field. */
export function removePerson<F extends string>(
  lists: PeopleLists<F>,
  field: NoInfer<F>,
  address: string,
): PeopleLists<F> {
  return { ...lists, [field]: lists[field].filter((one) => !isSame(one, { name: '', address })) }
}

/** Moves one person to the end of another field. */
export function movePerson<F extends string>(
  lists: PeopleLists<F>,
  from: NoInfer<F>,
  address: string,
  to: NoInfer<F>,
): PeopleLists<F> {
  const moved = lists[from].find((one) => isSame(one, { name: '', address }))
  if (!moved || from === to) return lists
  const without = removePerson(lists, from, address)
  return { ...without, [to]: [...without[to], moved] }
}

/** Replaces one person by others, for a chip that was edited. */
export function replacePerson<F extends string>(
  lists: PeopleLists<F>,
  field: NoInfer<F>,
  address: string,
  others: readonly Person[],
): Added<F> {
  const at = lists[field].findIndex((one) => isSame(one, { name: '', address }))
  return addPeople(removePerson(lists, field, address), field, others, at < 0 ? undefined : at)
}
