/// <reference path="../css.d.ts" />

// Fields of people, and the text boxes with suggestions that they are made of: they come with the first letter that is written.

export * from '../combobox/TokenField.tsx'
export { PeopleFields, type PeopleFieldsProps } from './PeopleFields.tsx'
export { parsePeople } from './parsePeople.ts'
export {
  type Added,
  addPeople,
  everybody,
  movePerson,
  type PeopleLists,
  removePerson,
  replacePerson,
} from './peopleLists.ts'
export { type IsAddress, isSame, labelOf, type MarkOf, type Person, type PersonMark, writtenOut } from './person.ts'
export type { SuggestedPerson, SuggestPeople } from './useSuggestedPeople.ts'
