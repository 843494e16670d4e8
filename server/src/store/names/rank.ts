/**
 * How a keyword can point at a person, from best to worst: it is the whole name or address; the name begins with it, as
 * written or as it sounds; it stands further inside the name; the address, the end of the phone number, the duty or the
 * department has it. Who is known better comes first only among people of one rank. Stored with the keys of a person.
 */
export const RANK = {
  exact: 8,
  nameStart: 7,
  nameInside: 6,
  address: 5,
  phone: 4,
  duty: 3,
  department: 2,
  none: 0,
} as const
export type Rank = (typeof RANK)[keyof typeof RANK]
