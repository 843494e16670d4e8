import type { Context } from '../../store/context/context.ts'
import { preparedForMany } from '../../store/database/prepared.ts'
import { syllablesOf } from '../../store/names/pinyin.ts'
import { RANK } from '../../store/names/rank.ts'
import { foldKeyword, soundingsOf } from '../../store/names/soundings.ts'

/**
 * Those of some colleagues of whom a writer is shown more than marks: who is away now, and who shares a name with another.
 * The number of statements does not grow with that of the colleagues.
 * @param colleagues their accounts by their addresses
 */
export async function hintedRecipients(
  { store, now }: Pick<Context, 'store' | 'now'>,
  colleagues: ReadonlyMap<string, number>,
): Promise<string[]> {
  const { db } = store
  const ids = [...new Set(colleagues.values())]
  if (ids.length === 0) return []
  const away = new Set((await selectAway(db, ids, { now: now() })).map(({ account_id }) => account_id))
  const keyOf = new Map((await selectNames(db, ids, {})).map(({ id, name }) => [id, keyOfName(name)]))
  const keys = [...new Set(keyOf.values())].filter((key) => key !== '')
  const shared = new Set((await selectShared(db, keys, {})).map(({ key }) => key))
  return [...colleagues].flatMap(([address, id]) => (away.has(id) || shared.has(keyOf.get(id) ?? '') ? [address] : []))
}

/** The whole name as the directory keeps it, without spaces. */
function keyOfName(name: string): string {
  const folded = foldKeyword(name)
  return soundingsOf(folded, syllablesOf(folded))
    .map(({ text }) => text)
    .join('')
}

const selectAway = preparedForMany('bigint', (db, isListed, by: { now: number }) =>
  db
    .selectFrom('auto_reply')
    .select('account_id')
    .where(isListed('account_id'))
    .where('enabled', '=', 1)
    .where((eb) => eb.or([eb('start_at', 'is', null), eb('start_at', '<=', by.now)]))
    .where((eb) => eb.or([eb('end_at', 'is', null), eb('end_at', '>', by.now)]))
    .compile(),
)

const selectNames = preparedForMany('bigint', (db, isListed) =>
  db.selectFrom('account').select(['id', 'name']).where(isListed('id')).compile(),
)

/** Names of the directory that several people have. */
const selectShared = preparedForMany('text', (db, isListed) =>
  db
    .selectFrom('person_key')
    .select('key')
    .where('owner_id', '=', 0)
    .where('rank', '=', RANK.nameStart)
    .where(isListed('key'))
    .where('kind', '=', 'account')
    .groupBy('key')
    .having((eb) => eb(eb.fn.countAll(), '>', 1))
    .compile(),
)
