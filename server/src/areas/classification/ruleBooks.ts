import type { MailRule } from '@yanshu/contracts'
import { mailRule } from '@yanshu/contracts/schemas'
import type { Kysely, Selectable } from 'kysely'
import type { RuntimePart } from '../../platform/runtime/runtime.ts'
import type { Context } from '../../store/context/context.ts'
import { preparedForList } from '../../store/database/prepared.ts'
import type { MailRuleTable, Schema } from '../../store/database/schema.ts'
import type { Trx } from '../../store/database/transact.ts'
import { type CompiledRule, compileRules, needsOf, type RuleNeeds } from './judgeRules.ts'

/** Rules and listed senders of one account, ready to be asked. */
export interface RuleBook {
  readonly rules: readonly CompiledRule[]
  readonly needs: RuleNeeds
  /** Kinds of listed senders by address, and by domain with its @. */
  readonly senders: ReadonlyMap<string, 'blocked' | 'allowed'>
}

interface Kept {
  readonly version: number
  readonly book: RuleBook
}

/** Accounts whose rules stay prepared; the others are read again when mail comes. */
const BOOKS_KEPT = 500

const BOOKS: RuntimePart<Map<number, Kept>> = { name: 'rules of accounts' }

/** The books of those of these accounts that have rules or listed senders, as they are now. */
export async function ruleBooks(
  context: Pick<Context, 'store' | 'runtime'>,
  accountIds: readonly number[],
): Promise<Map<number, RuleBook>> {
  const books = new Map<number, RuleBook>()
  const shelf = context.runtime.use(BOOKS, () => new Map<number, Kept>())
  for (let at = 0; at < accountIds.length; at += 500) {
    const versions = await selectVersions(context.store.db, accountIds.slice(at, at + 500))
    const missing = versions.filter(({ account_id, version }) => shelf.get(account_id)?.version !== version)
    const read = await readBooks(
      context.store.db,
      missing.map(({ account_id }) => account_id),
    )
    for (const { account_id, version } of versions) {
      const book = read.get(account_id) ?? shelf.get(account_id)?.book
      if (!book) continue
      books.set(account_id, book)
      if (!read.has(account_id)) continue
      shelf.delete(account_id)
      shelf.set(account_id, { version, book })
      const [oldest] = shelf.keys()
      if (shelf.size > BOOKS_KEPT && oldest !== undefined) shelf.delete(oldest)
    }
  }
  return books
}

const selectVersions = preparedForList((db, ids: readonly number[]) =>
  db.selectFrom('rule_book').select(['account_id', 'version']).where('account_id', 'in', ids).compile(),
)

/** The books of these accounts, by two queries. */
async function readBooks(db: Kysely<Schema>, accountIds: readonly number[]): Promise<Map<number, RuleBook>> {
  if (accountIds.length === 0) return new Map()
  const rules = await db
    .selectFrom('mail_rule')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  const listed = await db
    .selectFrom('listed_sender')
    .select(['account_id', 'pattern', 'kind'])
    .where('account_id', 'in', accountIds)
    .execute()
  const rulesOf = Map.groupBy(rules, ({ account_id }) => account_id)
  const listedOf = Map.groupBy(listed, ({ account_id }) => account_id)
  return new Map(
    accountIds.map((id) => {
      const compiled = compileRules(validRules(rulesOf.get(id) ?? []))
      const senders = new Map((listedOf.get(id) ?? []).map(({ pattern, kind }) => [pattern, kind]))
      return [id, { rules: compiled, needs: needsOf(compiled), senders }]
    }),
  )
}

/** Those of the rules that still fit. */
const validRules = (rows: readonly Selectable<MailRuleTable>[]): MailRule[] =>
  rows.flatMap((row) => readRule(row) ?? [])

/** Rules in the order in which they are asked. One that an older version stored and no longer fits is left out. */
export async function listRules(db: Kysely<Schema>, accountId: number): Promise<MailRule[]> {
  const rows = await db
    .selectFrom('mail_rule')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  return validRules(rows)
}

export function readRule(row: Selectable<MailRuleTable>): MailRule | null {
  const fits = mailRule.safeParse({
    ruleId: row.id,
    ruleName: row.name,
    enabled: row.enabled === 1,
    match: row.match,
    conditions: JSON.parse(row.conditions),
    actions: JSON.parse(row.actions),
    sort: row.sort,
  })
  return fits.success ? fits.data : null
}

/** Notes that an account's rules or listed senders change, in the transaction that changes them. */
export async function renewBook(trx: Trx, accountId: number): Promise<void> {
  await trx
    .insertInto('rule_book')
    .values({ account_id: accountId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ version: eb('rule_book.version', '+', 1) })),
    )
    .execute()
}
