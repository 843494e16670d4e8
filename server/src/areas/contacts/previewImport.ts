import { setImmediate } from 'node:timers/promises'
import { CONTACT_PROBLEMS_SHOWN, type ContactPreview } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { type Reading, readContactsApart } from './contactWork.ts'
import { findDoubles } from './findDoubles.ts'
import type { FoundPerson } from './format/fitContact.ts'

/** People that are looked up at once. */
const LOOKED_UP = 200
const SAMPLE = 20

/** What a file holds and what importing it would do. Writes nothing. */
export async function previewImport(context: Context, accountId: number, reading: Reading): Promise<ContactPreview> {
  const read = await readContactsApart(context, accountId, reading)
  const { db, engine } = context.store
  let updated = 0
  const known: ContactPreview['sample'] = []
  const strangers: ContactPreview['sample'] = []
  for (let at = 0; at < read.people.length; at += LOOKED_UP) {
    const part = read.people.slice(at, at + LOOKED_UP)
    const doubles = await findDoubles(db, engine, accountId, part)
    updated += doubles.size
    for (const person of part) {
      const there = doubles.get(person)
      const list = there ? known : strangers
      if (list.length < SAMPLE) list.push({ ...shownOf(person), updates: there?.name ?? '' })
    }
    await setImmediate()
  }
  const half = SAMPLE / 2
  const first = known.slice(0, Math.max(half, SAMPLE - strangers.length))
  return {
    format: read.format,
    version: read.version,
    charset: read.charset,
    total: read.total,
    added: read.people.length - updated,
    updated,
    skipped: read.total - read.people.length,
    columns: read.columns.map((column) => ({ ...column, samples: [...column.samples] })),
    sample: [...first, ...strangers.slice(0, SAMPLE - first.length)],
    problems: read.problems.slice(0, CONTACT_PROBLEMS_SHOWN),
    problemCount: read.problems.length,
  }
}

const shownOf = ({ fields }: FoundPerson) => ({
  name: fields.name,
  address: fields.emails[0]?.value ?? '',
  phone: fields.phones[0]?.value ?? '',
  organization: fields.organization,
})
