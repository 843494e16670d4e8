import type { DocumentLevel } from '@yanshu/contracts'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { Engine } from '../../store/database/engine.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Phrase } from '../../store/search/tokens.ts'
import { isSharedWith, levelsOn, type Subjects, sharesAreOpen, subjectsOf } from './access.ts'

/** People and teams whose files one search looks into by their text, those with the newest files first. */
const OWNERS_MAX = 300

/** What is searched for. */
export interface Sought {
  /** Parts of a name, or of its pinyin, folded. All of them stand in it. */
  readonly words: readonly string[]
  /** The same text as phrases of the index. */
  readonly phrases: readonly Phrase[]
}

/** Rows of `document` whose name has all of the words, or that are among those found by their text. */
export const isSought =
  (engine: Engine, words: readonly string[], withText: readonly number[]) =>
  (eb: ExpressionBuilder<Schema, 'document'>) =>
    eb.or([
      eb.and(words.map((word) => sql<SqlBool>`document.found_by like ${`%${escaped(word)}%`} escape '!'`)),
      ...(withText.length > 0 ? [numberIn(engine, 'document.id', withText)] : []),
    ])

const escaped = (word: string) => word.replace(/[!%_]/g, '!$&')

type Parts = Pick<Context, 'store' | 'search' | 'now'>

/**
 * What an account may see of the files that colleagues share with it and that teams keep, and what it may do with each, as far
 * as it is sought. Only what lies below something shared is read, however much else its owner keeps. The rights are those
 * of each file at this moment, as every call asks them.
 * @param most answered at the most
 */
export async function findShared(
  context: Parts,
  accountId: number,
  sought: Sought,
  most: number,
): Promise<Map<number, DocumentLevel>> {
  const { store } = context
  const subjects = await subjectsOf(store, accountId)
  const byName = await store.db
    .selectFrom('document')
    .select(['document.id', 'document.account_id'])
    .where(sql<SqlBool>`document.id in (${idsShared(store.engine, subjects)})`)
    .where(isSought(store.engine, sought.words, []))
    .limit(most)
    .execute()
  const found = new Map(byName.map(({ id, account_id }) => [id, account_id]))
  if (sought.phrases.length > 0) {
    for (const ownerId of await ownersFor(context, subjects)) {
      if (found.size >= most) break
      const among = idsShared(store.engine, subjects, ownerId)
      const ids = await context.search.findDocuments(context, ownerId, sought.phrases, { askedBy: accountId, among })
      for (const id of ids) if (found.size < most) found.set(id, ownerId)
    }
  }
  const closed = await closedAmong(context, new Set(found.values()))
  const open = [...found].flatMap(([id, ownerId]) => (closed.has(ownerId) ? [] : [id]))
  return levelsOn(store, accountId, open)
}

/** The numbers of what is shared with an account and of all that lies inside of it, of one owner or all. */
const idsShared = (engine: Engine, subjects: Subjects, ownerId?: number) => sql<number>`
  with recursive down(id, kind, account_id) as (
    select document.id, document.kind, document.account_id from document
      where ${isSharedWith(engine, subjects)} and document.bin_root is null
        and ${ownerId === undefined ? sql`1 = 1` : sql`document.account_id = ${ownerId}`}
    union
    select below.id, below.kind, below.account_id
      from down join document as below on below.account_id = down.account_id and below.parent_id = down.id
      where down.kind = 0 and below.bin_root is null)
  select id from down`

/** Whose files are shared with an account. */
async function ownersFor({ store }: Parts, subjects: Subjects): Promise<number[]> {
  const rows = await store.db
    .selectFrom('document')
    .select('document.account_id')
    .where('document.bin_root', 'is', null)
    .where(isSharedWith(store.engine, subjects))
    .groupBy('document.account_id')
    .orderBy((eb) => eb.fn.max('document.id'), 'desc')
    .limit(OWNERS_MAX)
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Those of some accounts whose files are closed to all others now. */
async function closedAmong(context: Parts, owners: ReadonlySet<number>): Promise<Set<number>> {
  const closed = new Set<number>()
  for (const id of owners) if (!(await sharesAreOpen(context, id))) closed.add(id)
  return closed
}
