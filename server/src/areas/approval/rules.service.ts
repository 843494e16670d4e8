import type { ApprovalRule, ApprovalRuleBody } from '@yanshu/contracts'
import { type Kysely, sql } from 'kysely'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context } from '../../store/context/context.ts'
import type { Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { ApproverNotFoundError } from './approvalErrors.ts'
import { barredFor, levelsFor, peopleAt, peopleOf } from './approvers.ts'
import { judgeLetter } from './judgeLetter.ts'
import { factsFor, storedContent } from './letterFacts.ts'
import { ruleSentence } from './ruleSentence.ts'
import { type RuleContent, ruleOf } from './rules.repository.ts'

type Db = Kysely<Schema>

/** Accounts that a rule names. */
const accountsIn = ({ conditions, levels }: Pick<ApprovalRuleBody, 'conditions' | 'levels'>): number[] => [
  ...conditions.senderIds,
  ...levels.flatMap(({ who, standInId }) => [
    ...(who.kind === 'people' ? who.accountIds : []),
    ...(standInId === null ? [] : [standInId]),
  ]),
]

/** Mail groups that a rule names. */
const groupsIn = ({ conditions, levels }: Pick<ApprovalRuleBody, 'conditions' | 'levels'>): number[] => [
  ...(conditions.groupIds ?? []),
  ...levels.flatMap(({ who }) => (who.kind === 'group' ? [who.groupId] : [])),
]

async function namesFor(db: Db, rules: readonly Pick<ApprovalRuleBody, 'conditions' | 'levels'>[]) {
  const ids = [...new Set(rules.flatMap(accountsIn))]
  const deptIds = [...new Set(rules.flatMap(({ conditions }) => conditions.deptIds))]
  const groupIds = [...new Set(rules.flatMap(groupsIn))]
  const people = await db
    .selectFrom('account')
    .select(['id', 'name', 'address'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const groups = await db
    .selectFrom('mail_group')
    .select(['id', 'name', 'address'])
    .where('id', 'in', [0, ...groupIds])
    .execute()
  const departments = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...deptIds])
    .execute()
  return {
    rows: people,
    people: new Map(people.map(({ id, name, address }) => [id, name || address])),
    departments: new Map(departments.map(({ id, name }) => [id, name])),
    groups: new Map(groups.map(({ id, name, address }) => [id, name || address])),
    groupRows: groups,
    departmentRows: departments,
  }
}

/** The people and mail groups at these addresses. */
export async function namedAt({ store }: Pick<Context, 'store'>, addresses: readonly string[]) {
  const wanted = addresses.map((address) => address.trim().toLowerCase())
  const groups = await store.db
    .selectFrom('mail_group')
    .select(['id as groupId', 'name', 'address'])
    .where('address', 'in', ['', ...wanted])
    .execute()
  return { list: await peopleAt(store.db, wanted), groups }
}

interface ListedDepartment {
  readonly deptId: number
  readonly name: string
  /** 0 for one that is part of no other. */
  readonly depth: number
}

/** All departments, each below the one that it is part of. Those in a circle, which operators may make, are left out. */
export async function listDepartments({ store }: Pick<Context, 'store'>): Promise<ListedDepartment[]> {
  const rows = await store.db.selectFrom('department').select(['id', 'name', 'parent_id']).orderBy('id').execute()
  const children = Map.groupBy(rows, ({ parent_id }) => parent_id)
  const below = (parentId: number | null, depth: number): ListedDepartment[] =>
    (children.get(parentId) ?? []).flatMap(({ id, name }) => [{ deptId: id, name, depth }, ...below(id, depth + 1)])
  return below(null, 0)
}

/** The rules in their order, each as a sentence. */
export async function listRules({ store }: Pick<Context, 'store'>): Promise<ApprovalRule[]> {
  const { db } = store
  const rows = await db
    .selectFrom('approval_rule')
    .leftJoin('account', 'account.id', 'approval_rule.owner_id')
    .selectAll('approval_rule')
    .select(['account.name as owner_name', 'account.address as owner_address'])
    .orderBy('approval_rule.sort')
    .orderBy('approval_rule.id')
    .execute()
  const rules = rows.map(ruleOf)
  const names = await namesFor(db, rules)
  const waits = await db
    .selectFrom('approval_record')
    .select(({ fn }) => ['rule_id', fn.countAll<number>().as('count')])
    .where('rule_id', 'in', [0, ...rules.map(({ ruleId }) => ruleId)])
    .where('state', '=', 'pending')
    .groupBy('rule_id')
    .execute()
  return rules.map(({ ownerId: _, ...rule }, at) => ({
    ...rule,
    sentence: ruleSentence(rule, names),
    owner: rows[at]?.owner_name || rows[at]?.owner_address || '',
    waiting: Number(waits.find(({ rule_id }) => rule_id === rule.ruleId)?.count ?? 0),
    people: names.rows
      .filter(({ id }) => accountsIn(rule).includes(id))
      .map(({ id, name, address }) => ({ accountId: id, name, address })),
    groups: names.groupRows
      .filter(({ id }) => groupsIn(rule).includes(id))
      .map(({ id, name, address }) => ({ groupId: id, name, address })),
    departments: names.departmentRows
      .filter(({ id }) => rule.conditions.deptIds.includes(id))
      .map(({ id, name }) => ({ deptId: id, name })),
  }))
}

/**
 * Makes or changes a rule. Throws `ApproverNotFoundError` where it names a person who is not there, `NotFoundError` for a rule
 * that is gone.
 */
export async function saveRule(context: Context, accountId: number | null, rule: ApprovalRuleBody): Promise<number> {
  const named = new Set(
    rule.levels.flatMap(({ who, standInId }) => [
      ...(who.kind === 'people' ? who.accountIds : []),
      ...(standInId === null ? [] : [standInId]),
    ]),
  )
  return transact(context, async (trx) => {
    const there = await peopleOf(trx, [...named])
    if (there.length < named.size) throw new ApproverNotFoundError()
    const groupIds = [...new Set(groupsIn(rule))]
    const groups = await trx
      .selectFrom('mail_group')
      .select('id')
      .where('id', 'in', [0, ...groupIds])
      .execute()
    // Of the groups that stood in the rule before, some may have been deleted since; those that decide have to be there.
    if (
      groupsIn({ ...rule, conditions: { ...rule.conditions, groupIds: [] } }).some(
        (id) => !groups.some((one) => one.id === id),
      )
    )
      throw new ApproverNotFoundError()
    const before = rule.ruleId === null ? null : await conditionsOf(trx, rule.ruleId)
    const content: RuleContent = {
      // What an older page does not know stays as it was.
      conditions: {
        ...rule.conditions,
        groupIds: rule.conditions.groupIds ?? before?.groupIds ?? [],
        secrecy: rule.conditions.secrecy ?? before?.secrecy ?? 'any',
      },
      levels: rule.levels,
      commentRequired: rule.commentRequired,
    }
    const values = {
      name: rule.name,
      enabled: rule.enabled ? 1 : 0,
      starts_at: rule.startsAt,
      ends_at: rule.endsAt,
      content: JSON.stringify(content),
    }
    if (rule.ruleId !== null) {
      const changed = await trx
        .updateTable('approval_rule')
        .set(values)
        .where('id', '=', rule.ruleId)
        .returning('id')
        .executeTakeFirst()
      if (!changed) throw new NotFoundError()
      return changed.id
    }
    const last = await trx
      .selectFrom('approval_rule')
      .select(({ fn }) => fn.max('sort').as('sort'))
      .executeTakeFirst()
    const made = await trx
      .insertInto('approval_rule')
      .values({ ...values, sort: (last?.sort ?? 0) + 1, owner_id: accountId, created_at: context.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  })
}

async function conditionsOf(trx: Trx, ruleId: number): Promise<RuleContent['conditions'] | null> {
  const row = await trx.selectFrom('approval_rule').select('content').where('id', '=', ruleId).executeTakeFirst()
  return row ? (JSON.parse(row.content) as RuleContent).conditions : null
}

/** What waits because of it stays as it is. Throws `NotFoundError`. */
export async function deleteRule(context: Context, ruleId: number): Promise<void> {
  const gone = await transact(context, (trx) =>
    trx.deleteFrom('approval_rule').where('id', '=', ruleId).returning('id').executeTakeFirst(),
  )
  if (!gone) throw new NotFoundError()
}

export const orderRules = (context: Context, ruleIds: readonly number[]): Promise<void> =>
  transact(context, async (trx) => {
    for (const [sort, id] of ruleIds.entries()) {
      await trx.updateTable('approval_rule').set({ sort }).where('id', '=', id).execute()
    }
  })

const MONTH_MS = 30 * 86_400_000
/** Mails that one trial reads, the newest first. */
const LOOKED_MAX = 500
const EXAMPLES = 20
/** What an administrator sees of a letter whose reading has conditions. */
const RESTRICTED = { zh: '限制阅读的邮件', en: 'a letter whose reading is restricted' }

/** What a rule means, and which of the mails that left within the last thirty days it would have held. */
export async function tryRule(context: Context, rule: ApprovalRuleBody) {
  const { db } = context.store
  const names = await namesFor(db, [rule])
  const rows = await db
    .selectFrom('outgoing')
    .select(['id', 'account_id', 'message_id', 'created_at'])
    // As it stands in the index.
    .where(sql<boolean>`account_id is not null and origin in ('page', 'program')`)
    .where('created_at', '>=', context.now() - MONTH_MS)
    .orderBy('created_at', 'desc')
    .limit(LOOKED_MAX)
    .execute()
  const examples = []
  let caught = 0
  for (const row of rows) {
    if (row.account_id === null) continue
    const stored = await storedContent(context, row.message_id, rule.conditions.words.length > 0 ? 'kept' : 'not')
    if (!stored) continue
    const recipients = await db
      .selectFrom('outgoing_recipient')
      .select('address')
      .where('outgoing_id', '=', row.id)
      .execute()
    const facts = await factsFor(context, row.account_id, {
      recipients: recipients.map(({ address }) => address),
      content: stored.content,
      at: row.created_at,
      rules: [rule],
    })
    const hit = judgeLetter([{ ruleId: 0, conditions: rule.conditions }], facts)
    if (!hit) continue
    caught += 1
    if (examples.length >= EXAMPLES) continue
    const barred = await barredFor(db, row.account_id)
    const [first] = (await levelsFor(db, rule.levels, row.account_id, barred)) ?? []
    const { subject, secrecy } = stored.content
    const { zh, en } = secrecy === 'free' ? hit.why : RESTRICTED
    examples.push({
      subject: secrecy === 'free' ? subject : `${zh} / ${en}`,
      from: stored.from.name || stored.from.address,
      at: row.created_at,
      why: { zh, en },
      deciders: (first?.people ?? []).map(({ name, address }) => name || address),
    })
  }
  return { sentence: ruleSentence(rule, names), caught, looked: rows.length, examples }
}
