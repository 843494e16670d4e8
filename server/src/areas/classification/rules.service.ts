import type { MailRule, RuleActions } from '@yanshu/contracts'
import { RULES_MAX } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { noteChange } from '../../store/database/changeLog.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import { countAlone, ownFolder } from '../../store/mailbox/index.ts'
import { ownLabel } from '../../store/mailbox/ownLabel.ts'
import { ForwardRefusedError, forwardProblem } from '../forwarding/index.ts'
import { RuleNotFoundError, TooManyRulesError } from './classificationErrors.ts'
import { listRules, readRule, renewBook } from './ruleBooks.ts'

type Draft = Omit<MailRule, 'ruleId' | 'sort'>

/** Changes rules in one transaction, after which delivery asks the new ones and other windows are notified. */
async function change<T>(context: Context, accountId: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  const done = await transact(context, async (trx) => {
    const result = await work(trx)
    await renewBook(trx, accountId)
    noteChange(trx, accountId, { kind: 'settings', folderId: null, mailIds: [] })
    return result
  })
  announceChanges(context, [accountId])
  return done
}

/** Throws when an action names what the account does not have, or an address that its mail may not go to. */
async function requireActions(context: Context, accountId: number, actions: RuleActions): Promise<void> {
  const { db } = context.store
  if (actions.folderId !== null) await ownFolder(db, accountId, actions.folderId)
  for (const labelId of actions.labelIds) await ownLabel(db, accountId, labelId)
  for (const address of actions.forward) {
    const problem = await forwardProblem(context, accountId, address)
    if (problem) throw new ForwardRefusedError(problem, address)
  }
}

/** Makes a rule below the others, or changes one. */
export async function saveRule(
  context: Context,
  accountId: number,
  { ruleId, ...draft }: Draft & { readonly ruleId: number | null },
): Promise<MailRule> {
  await requireActions(context, accountId, draft.actions)
  const values = {
    name: draft.ruleName,
    enabled: draft.enabled ? 1 : 0,
    match: draft.match,
    conditions: JSON.stringify(draft.conditions),
    actions: JSON.stringify(draft.actions),
  }
  return change(context, accountId, async (trx) => {
    if (ruleId !== null) {
      const row = await trx
        .updateTable('mail_rule')
        .set(values)
        .where('id', '=', ruleId)
        .where('account_id', '=', accountId)
        .returningAll()
        .executeTakeFirst()
      return known(row && readRule(row))
    }
    await countAlone(trx, context.store, accountId)
    const { count, last } = await trx
      .selectFrom('mail_rule')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('sort').as('last')])
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= RULES_MAX) throw new TooManyRulesError()
    const row = await trx
      .insertInto('mail_rule')
      .values({ ...values, account_id: accountId, sort: Number(last ?? 0) + 1 })
      .returningAll()
      .executeTakeFirstOrThrow()
    return known(readRule(row))
  })
}

function known(rule: MailRule | null | undefined): MailRule {
  if (!rule) throw new RuleNotFoundError()
  return rule
}

/** Answers the rule that was, so that it can be made again. */
export const deleteRule = (context: Context, accountId: number, ruleId: number): Promise<MailRule> =>
  change(context, accountId, async (trx) => {
    const row = await trx
      .deleteFrom('mail_rule')
      .where('id', '=', ruleId)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst()
    return known(row && readRule(row))
  })

export const deleteRules = (context: Context, accountId: number): Promise<MailRule[]> =>
  change(context, accountId, async (trx) => {
    const list = await listRules(trx, accountId)
    await trx.deleteFrom('mail_rule').where('account_id', '=', accountId).execute()
    return list
  })

export const setRuleEnabled = (
  context: Context,
  accountId: number,
  ruleId: number,
  enabled: boolean,
): Promise<MailRule> =>
  change(context, accountId, async (trx) => {
    const row = await trx
      .updateTable('mail_rule')
      .set({ enabled: enabled ? 1 : 0 })
      .where('id', '=', ruleId)
      .where('account_id', '=', accountId)
      .returningAll()
      .executeTakeFirst()
    return known(row && readRule(row))
  })

/** Orders the rules as they are named; those that are not keep their order, below. */
export const sortRules = (context: Context, accountId: number, ruleIds: readonly number[]): Promise<void> =>
  change(context, accountId, async (trx) => {
    const rules = await trx
      .selectFrom('mail_rule')
      .select('id')
      .where('account_id', '=', accountId)
      .orderBy('sort')
      .orderBy('id')
      .execute()
    const own = new Set(rules.map(({ id }) => id))
    const named = new Set(ruleIds)
    if (ruleIds.some((id) => !own.has(id))) throw new RuleNotFoundError()
    const order = [...named, ...[...own].filter((id) => !named.has(id))]
    for (const [index, id] of order.entries()) {
      await trx
        .updateTable('mail_rule')
        .set({ sort: index + 1 })
        .where('id', '=', id)
        .execute()
    }
  })
