import { type MailRule, RULE_PREVIEW_DAYS, type RuleRun } from '@yanshu/contracts'
import { mailRule } from '@yanshu/contracts/schemas'
import type { Kysely, Selectable } from 'kysely'
import type { SessionActor } from '../../platform/actor/actor.ts'
import { NotFoundError } from '../../platform/http/errors.ts'
import type { Context, TransactionContext } from '../../store/context/context.ts'
import { numberIn } from '../../store/database/ids.ts'
import type { RuleRunTable, Schema } from '../../store/database/schema.ts'
import { type Trx, transact } from '../../store/database/transact.ts'
import { announceChanges } from '../../store/mailbox/announceChanges.ts'
import {
  folderOfRole,
  labelMails,
  lockMailboxes,
  mailsStillIn,
  markMails,
  marksOfMails,
  moveMails,
  openMailbox,
  ownFolder,
  requireOpen,
} from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { RuleNotFoundError } from './classificationErrors.ts'
import { compileRules, needsOf } from './judgeRules.ts'
import { catches } from './preview.service.ts'
import { listRules } from './ruleBooks.ts'
import { createTurns } from './searchApart.ts'
import { storedRuleMails } from './storedMails.ts'

/** Mails of one step of a run: one transaction, some ten milliseconds. */
const MAILS_PER_STEP = 200
const DAY = 86_400_000

/** Who asks: a run names folders that may be closed to them. */
type Reader = Pick<SessionActor, 'accountId' | 'openFolders' | 'hasGuarded'>

/** Begins a run: nothing is changed yet. Throws `RuleNotFoundError`, `FolderNotFoundError`. */
export async function beginRun(
  context: Context,
  accountId: number,
  { ruleId, folderId }: { readonly ruleId: number; readonly folderId: number },
): Promise<RuleRun> {
  const { db } = context.store
  const rule = (await listRules(db, accountId)).find((one) => one.ruleId === ruleId)
  if (!rule) throw new RuleNotFoundError()
  const folder = await ownFolder(db, accountId, folderId)
  const row = await transact(context, async (trx) => {
    // What could be undone for a month can no longer be.
    const before = context.now() - RULE_PREVIEW_DAYS * DAY
    await trx.deleteFrom('rule_run').where('account_id', '=', accountId).where('created_at', '<', before).execute()
    return trx
      .insertInto('rule_run')
      .values({
        account_id: accountId,
        rule: JSON.stringify({ ...rule, enabled: true }),
        folder_id: folder.id,
        state: 'running',
        total: folder.total,
        next_key: Number.MAX_SAFE_INTEGER,
        created_at: context.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return answerOf(row)
}

/**
 * Tries the next mails of a run and changes those that the rule catches, in one transaction with what is needed to
 * take it back. Mails are moved, labelled and marked; nothing is forwarded or refused that has come already.
 * Throws `NotFoundError`, and `FolderClosedError` where the folder of the run is closed to the session.
 */
export async function continueRun(
  context: Context,
  reader: Reader,
  { runId, stop }: { readonly runId: number; readonly stop: boolean },
): Promise<RuleRun> {
  const { accountId } = reader
  const run = await ownRun(context, accountId, runId)
  await requireOpen(context, reader, { mailIds: [], folderIds: [run.folder_id], fileIds: [] })
  if (run.state !== 'running') return answerOf(run)
  if (stop) return answerOf(await setState(context, runId, 'stopped'))
  const rule = mailRule.parse(JSON.parse(run.rule))
  const rules = compileRules([rule])
  const { timeZone } = await readSettings(context, accountId)
  const walk = { below: run.next_key, limit: MAILS_PER_STEP }
  const page = await openMailbox(context, reader).idsOfFolder(run.folder_id, walk)
  const needs = needsOf(rules)
  const mails = await storedRuleMails(
    context,
    reader,
    page.map(({ id }) => id),
    needs,
  )
  const caught: number[] = []
  const turns = createTurns()
  for (const mail of mails) {
    if (await catches(context, rules, needs, mail, timeZone)) caught.push(mail.mailId)
    await turns.pause()
  }
  const last = page.at(-1)?.sort_key ?? 0
  const row = await transact(context, async (trx) => {
    // A second window that drives the same run finds the next key moved on, and changes nothing.
    const claimed = await trx
      .updateTable('rule_run')
      .set((eb) => ({
        done: eb('done', '+', page.length),
        caught: eb('caught', '+', caught.length),
        next_key: last,
        state: page.length < MAILS_PER_STEP ? 'done' : 'running',
      }))
      .where('id', '=', runId)
      .where('next_key', '=', run.next_key)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst()
    if (!claimed) return null
    await apply(trx, context, accountId, { runId, rule, caught })
    return claimed
  })
  if (caught.length > 0) announceChanges(context, [accountId])
  return answerOf(row ?? (await ownRun(context, accountId, runId)))
}

async function apply(
  trx: Trx,
  context: TransactionContext,
  accountId: number,
  { runId, rule, caught }: { readonly runId: number; readonly rule: MailRule; readonly caught: readonly number[] },
): Promise<void> {
  if (caught.length === 0) return
  const { engine } = context.store
  const { actions } = rule
  await lockMailboxes(trx, engine, [accountId])
  const before = await marksOfMails(trx, context, accountId, caught)
  const labels = await ownLabels(trx, accountId, actions.labelIds)
  const labelled = new Map<number, number[]>()
  if (labels.length > 0) {
    const rows = await trx
      .selectFrom('mail_label')
      .select(['mail_id', 'label_id'])
      .where(numberIn(engine, 'mail_id', caught))
      .where('label_id', 'in', labels)
      .execute()
    for (const { mail_id, label_id } of rows) labelled.set(mail_id, [...(labelled.get(mail_id) ?? []), label_id])
  }
  if (before.length === 0) return
  await trx
    .insertInto('rule_run_mail')
    .values(
      before.map(({ id, folder_id, seen, color }) => ({
        run_id: runId,
        mail_id: id,
        folder_id,
        seen,
        color,
        labels_added: JSON.stringify(labels.filter((label) => !labelled.get(id)?.includes(label))),
      })),
    )
    .onConflict((conflict) => conflict.columns(['run_id', 'mail_id']).doNothing())
    .execute()
  if (labels.length > 0) await labelMails(trx, context, accountId, { mailIds: caught, add: labels, remove: [] })
  if (actions.read || actions.star > 0) {
    await markMails(trx, context, accountId, caught, {
      ...(actions.read ? { seen: true } : {}),
      ...(actions.star > 0 ? { color: actions.star } : {}),
    })
  }
  const target = await targetOf(trx, accountId, actions)
  if (target !== null) await moveMails(trx, context, { accountId, mailIds: caught, targetFolderId: target })
}

const ownLabels = async (trx: Trx, accountId: number, labelIds: readonly number[]): Promise<number[]> =>
  labelIds.length === 0
    ? []
    : (
        await trx
          .selectFrom('label')
          .select('id')
          .where('account_id', '=', accountId)
          .where('id', 'in', labelIds)
          .execute()
      ).map(({ id }) => id)

/** The folder a rule moves to; null when it moves to none, or to one that is gone. */
async function targetOf(trx: Kysely<Schema>, accountId: number, { folderId, delete: deletes }: MailRule['actions']) {
  if (deletes) return folderOfRole(trx, accountId, 'trash')
  if (folderId === null) return null
  const own = await trx
    .selectFrom('folder')
    .select('id')
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return own?.id ?? null
}

/**
 * Takes a run back, some mails in each transaction: every mail that still lies where the run left it is where and as it was
 * before. What has been moved since stays. A folder that is gone counts as the inbox. What a crash leaves is taken back by
 * the next call. Throws `NotFoundError`, and `FolderClosedError` where a folder of the run is closed to the session.
 */
export async function undoRun(context: Context, reader: Reader, runId: number): Promise<RuleRun> {
  const { accountId } = reader
  const run = await ownRun(context, accountId, runId)
  const { actions } = mailRule.parse(JSON.parse(run.rule))
  const target = await targetOf(context.store.db, accountId, actions)
  const folderIds = [run.folder_id, ...(target === null ? [] : [target])]
  await requireOpen(context, reader, { mailIds: [], folderIds, fileIds: [] })
  if (run.state === 'running') await setState(context, runId, 'stopped')
  const left = target ?? run.folder_id
  while (await undoSome(context, accountId, runId, left)) announceChanges(context, [accountId])
  return answerOf(await setState(context, runId, 'undone'))
}

/** Takes the next mails of a run back, of those that lie in the folder where the run left them. False when there are none. */
const undoSome = (context: Context, accountId: number, runId: number, leftIn: number): Promise<boolean> =>
  transact(context, async (trx) => {
    const { engine } = context.store
    await lockMailboxes(trx, engine, [accountId])
    const noted = await trx
      .selectFrom('rule_run_mail')
      .selectAll()
      .where('run_id', '=', runId)
      .orderBy('mail_id')
      .limit(MAILS_PER_STEP)
      .execute()
    if (noted.length === 0) return false
    const ids = noted.map(({ mail_id }) => mail_id)
    const there = await mailsStillIn(trx, context, { accountId, folderId: leftIn }, ids)
    const before = noted.filter(({ mail_id }) => there.has(mail_id))
    const inbox = await folderOfRole(trx, accountId, 'inbox')
    const rows = await trx.selectFrom('folder').select('id').where('account_id', '=', accountId).execute()
    const folders = new Set(rows.map(({ id }) => id))
    const by = <K>(keyOf: (mail: (typeof before)[number]) => K) => Map.groupBy(before, keyOf)
    for (const [folderId, mails] of by(({ folder_id }) => (folders.has(folder_id) ? folder_id : inbox))) {
      const mailIds = mails.map(({ mail_id }) => mail_id)
      await moveMails(trx, context, { accountId, mailIds, targetFolderId: folderId })
    }
    for (const mails of by(({ seen, color }) => `${seen} ${color}`).values()) {
      const [{ seen, color } = { seen: 0, color: 0 }] = mails
      const mailIds = mails.map(({ mail_id }) => mail_id)
      await markMails(trx, context, accountId, mailIds, { seen: seen === 1, color })
    }
    for (const [added, mails] of by(({ labels_added }) => labels_added)) {
      const remove = await ownLabels(trx, accountId, JSON.parse(added))
      const mailIds = mails.map(({ mail_id }) => mail_id)
      if (remove.length > 0) await labelMails(trx, context, accountId, { mailIds, add: [], remove })
    }
    const last = noted.at(-1)?.mail_id ?? 0
    await trx.deleteFrom('rule_run_mail').where('run_id', '=', runId).where('mail_id', '<=', last).execute()
    return true
  })

async function ownRun({ store }: Pick<Context, 'store'>, accountId: number, runId: number) {
  const row = await store.db
    .selectFrom('rule_run')
    .selectAll()
    .where('id', '=', runId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new NotFoundError()
  return row
}

const setState = (context: Context, runId: number, state: RuleRunTable['state']) =>
  transact(context, (trx) =>
    trx.updateTable('rule_run').set({ state }).where('id', '=', runId).returningAll().executeTakeFirstOrThrow(),
  )

function answerOf(row: Selectable<RuleRunTable>): RuleRun {
  const { ruleName }: Pick<MailRule, 'ruleName'> = JSON.parse(row.rule)
  const { id, state, total, done, caught } = row
  return { runId: id, ruleName, state, total: Math.max(total, done), done, caught }
}
