import {
  type MailRule,
  RULE_PREVIEW_DAYS,
  RULE_PREVIEW_MAX,
  RULE_PREVIEW_SHOWN,
  type RulePreview,
} from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { listItems, openMailbox, ownFolder } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { type CompiledRule, compileRules, judgeRules, NO_ACTIONS, needsOf, type RuleNeeds } from './judgeRules.ts'
import { foldMail, type RuleMail } from './ruleMail.ts'
import { createTurns, searchApart } from './searchApart.ts'
import { MAILS_PER_TURN, storedRuleMails } from './storedMails.ts'

const DAY = 86_400_000
/** Milliseconds after which no further mails are tried; the answer then has `more`. */
const PREVIEW_MS = 5_000

/** The rule that is tried, and the folder whose mails it is tried on; without one, those received in the last month. */
type Tried = Pick<MailRule, 'match' | 'conditions'> & { readonly folderId?: number | undefined }

/**
 * What a rule would have caught in the last month, or would catch in a folder, by the function that delivery asks. Changes
 * nothing. Throws `FolderNotFoundError`.
 */
export async function previewRule(context: Context, reader: MailReader, tried: Tried): Promise<RulePreview> {
  const { caught, looked, more, colleagues } = await caughtBy(context, reader, tried)
  return {
    caught: caught.length,
    looked,
    more,
    colleagues,
    list: await listItems(context.store.db, reader.accountId, caught.slice(0, RULE_PREVIEW_SHOWN)),
  }
}

/** The mails of the last month, or of a folder, that a rule catches, the newest first. */
export async function caughtBy(
  context: Context,
  reader: MailReader,
  { match, conditions, folderId }: Tried,
): Promise<{ caught: number[]; looked: number; more: boolean; colleagues: number }> {
  const { timeZone } = await readSettings(context, reader.accountId)
  const nextOf = await walkOf(context, reader, folderId)
  const isColleague = await colleagueTest(context)
  const rule: MailRule = { ...BLANK, match, conditions }
  const rules = compileRules([rule])
  const needs = needsOf(rules)
  const caught: number[] = []
  let colleagues = 0
  const turns = createTurns()
  const begun = performance.now()
  let late = false
  let looked = 0
  let below = Number.MAX_SAFE_INTEGER
  let page: Awaited<ReturnType<typeof nextOf>> = []
  do {
    page = await nextOf(below)
    for (const mail of await storedRuleMails(
      context,
      reader,
      page.map(({ id }) => id),
      needs,
    )) {
      if (await catches(context, rules, needs, mail, timeZone)) {
        caught.push(mail.mailId)
        if (isColleague(mail.sender.address)) colleagues += 1
      }
      await turns.pause()
    }
    looked += page.length
    below = page.at(-1)?.sort_key ?? 0
    late = performance.now() - begun > PREVIEW_MS
  } while (page.length === MAILS_PER_TURN && looked < RULE_PREVIEW_MAX && !late)
  return { caught, looked, colleagues, more: page.length === MAILS_PER_TURN && (late || looked >= RULE_PREVIEW_MAX) }
}

/** The next mails that are tried, below a sort key. Throws `FolderNotFoundError`. */
async function walkOf(context: Context, reader: MailReader, folderId: number | undefined) {
  const mailbox = openMailbox(context, reader)
  const limit = MAILS_PER_TURN
  if (folderId === undefined) {
    const since = context.now() - RULE_PREVIEW_DAYS * DAY
    return (below: number) => mailbox.receivedIds({ since, below, limit })
  }
  const { id } = await ownFolder(context.store.db, reader.accountId, folderId)
  return (below: number) => mailbox.idsOfFolder(id, { below, limit })
}

/** Whether an address is one of this organisation. */
async function colleagueTest({ store }: Context): Promise<(address: string) => boolean> {
  const domains = await store.db.selectFrom('domain').select('name').execute()
  const own = new Set(domains.map(({ name }) => name.toLowerCase()))
  return (address) => own.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
}

/** Whether one of the rules catches a mail that is there. */
export async function catches(
  context: Context,
  rules: readonly CompiledRule[],
  needs: RuleNeeds,
  mail: RuleMail,
  timeZone: number,
): Promise<boolean> {
  const folded = foldMail(mail)
  await searchApart(context, folded, needs)
  return judgeRules(rules, folded, timeZone).matched.length > 0
}

const BLANK: Omit<MailRule, 'match' | 'conditions'> = {
  ruleId: 0,
  ruleName: '',
  enabled: true,
  sort: 0,
  actions: NO_ACTIONS,
}
