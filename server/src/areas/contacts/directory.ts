import { departmentPaths } from '../../store/accounts/departments.ts'
import type { Context } from '../../store/context/context.ts'
import { type Findable, soundingsOf } from './matchPerson.ts'

export interface Person extends Findable {
  readonly display: string
  readonly deptName: string
  readonly duties: string
}

/** How long a list of the organisation's people is good; they change by the operator's hand, not by the minute. */
const LIFE_MS = 30_000

interface Directory {
  readonly people: Promise<readonly Person[]>
  readonly until: number
}

/** One list for each store that is open, gone with it. */
const directories = new WeakMap<Context['store'], Directory>()

/** Everybody of the organisation, ready to be searched. */
export function peopleOf(context: Context): Promise<readonly Person[]> {
  const known = directories.get(context.store)
  if (known && known.until > context.now()) return known.people
  const people = load(context)
  directories.set(context.store, { people, until: context.now() + LIFE_MS })
  // A list that could not be read is not kept.
  people.catch(() => directories.delete(context.store))
  return people
}

async function load({ store }: Context): Promise<readonly Person[]> {
  const departments = await departmentPaths(store.db)
  // A dictionary of eight megabytes, not needed before somebody writes or searches.
  const { surnameReadings } = await import('../../store/accounts/pinyin.ts')
  const rows = await store.db
    .selectFrom('account')
    .select(['address', 'name', 'name_pinyin', 'dept_id', 'duties', 'phone'])
    .where('disabled', '=', 0)
    .orderBy('address')
    .execute()
  return rows.map((row) => {
    const deptName = departments.get(row.dept_id ?? 0) ?? ''
    return {
      display: row.name,
      deptName,
      duties: row.duties,
      name: row.name.toLowerCase(),
      soundings: soundingsOf(row.name, row.name_pinyin.split(' '), surnameReadings(row.name)),
      address: row.address,
      department: deptName.toLowerCase(),
      phone: row.phone.replaceAll(/\D/g, ''),
    }
  })
}
