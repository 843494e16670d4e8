/** A person in a field of people, valid or not: what was typed is kept until it is corrected or left out. */
export interface Person {
  /** '' where none is known. */
  readonly name: string
  readonly address: string
  /** Known for people of the organisation; distinguishes people of one name. */
  readonly deptName?: string
}

/** What is known of an address, in a few words for its chip. */
export interface PersonMark {
  readonly label: string
  /** Nothing arrives there. */
  readonly isWrong: boolean
  /** The people that it stands for, where it is a group; empty where they are not to be had. */
  readonly expand?: (() => Promise<readonly Person[]>) | undefined
}

export type MarkOf = (address: string) => PersonMark | undefined

/** Whether a text is a mail address; the rule is the application's. */
export type IsAddress = (text: string) => boolean

/** Whether two entries are one mailbox. What is not an address is compared as it was typed. */
export const isSame = (a: Person, b: Person): boolean => a.address.toLowerCase() === b.address.toLowerCase()

/** As people write it: `张伟 <zhang.wei@yanshu.test>`, or the address alone. */
export const writtenOut = ({ name, address }: Person): string => {
  if (!name) return address
  return /[,;，；、<>"@]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}" <${address}>` : `${name} <${address}>`
}

/** The label of a chip: the name, with the department (or the address) when another person in sight is called the same. */
export function labelOf(person: Person, all: readonly Person[]): string {
  const { name, address, deptName } = person
  if (!name) return address
  const namesake = all.some((other) => other.name === name && !isSame(other, person))
  return namesake ? `${name} · ${deptName || address}` : name
}
