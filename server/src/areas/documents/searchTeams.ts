import type { DocumentLevel } from '@yanshu/contracts'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../store/context/context.ts'
import type { Engine } from '../../store/database/engine.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { Schema } from '../../store/database/schema.ts'
import type { Phrase } from '../../store/search/tokens.ts'
import { isSharedWith, levelsOn, sharesAreOpen, subjectsOf } from './access.ts'

/** Files and folders whose rights are asked for at once. */
const AT_ONCE = 1_000

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

/**
 * What an account may see of the files that teams keep and that are sought, and what it may do with each. The rights are those
 * of each file at this moment, as every call asks them.
 * @param most answered at the most
 */
export async function findInTeams(
  context: Pick<Context, 'store' | 'search' | 'now'>,
  accountId: number,
  { words, phrases }: Sought,
  most: number,
): Promise<Map<number, DocumentLevel>> {
  const { db, engine } = context.store
  const found = new Map<number, DocumentLevel>()
  for (const holderId of await holdersOpenTo(context, accountId)) {
    const withText = await context.search.findDocuments(context, holderId, phrases, accountId)
    for (let from = 0; found.size < most; ) {
      const rows = await db
        .selectFrom('document')
        .select('document.id')
        .where('document.account_id', '=', holderId)
        .where('document.bin_root', 'is', null)
        .where('document.id', '>', from)
        .where(isSought(engine, words, withText))
        .orderBy('document.id')
        .limit(AT_ONCE)
        .execute()
      const ids = rows.map(({ id }) => id)
      for (const [id, level] of await levelsOn(context.store, accountId, ids))
        if (found.size < most) found.set(id, level)
      const last = ids.at(-1)
      if (last === undefined || ids.length < AT_ONCE) break
      from = last
    }
  }
  return found
}

/** The mailboxes that hold folders of teams which are open to an account, but its own. */
async function holdersOpenTo(context: Pick<Context, 'store'>, accountId: number): Promise<number[]> {
  const { db, engine } = context.store
  const subjects = await subjectsOf(context.store, accountId)
  const rows = await db
    .selectFrom('document_team')
    .innerJoin('document', 'document.id', 'document_team.document_id')
    .select('document.account_id')
    .distinct()
    .where('document.bin_root', 'is', null)
    .where(isSharedWith(engine, subjects))
    .execute()
  const open: number[] = []
  for (const { account_id } of rows) if (await sharesAreOpen(context, account_id)) open.push(account_id)
  return open
}
