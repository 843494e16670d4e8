import {
  type MailRule,
  RULE_PREVIEW_DAYS,
  RULE_PREVIEW_MAX,
  RULE_PREVIEW_SHOWN,
  type RulePreview,
} from '@yanshu/contracts'
import type { MailReader } from '../../platform/actor/actor.ts'
import type { Context } from '../../store/context/context.ts'
import { listItems, type Mailbox, openMailbox } from '../../store/mailbox/index.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { type CompiledRule, compileRules, judgeRules, NO_ACTIONS, needsOf, type RuleNeeds } from './judgeRules.ts'
import { foldMail, type RuleMail } from './ruleMail.ts'
import { createTurns, searchApart } from './searchApart.ts'
import { MAILS_PER_TURN, storedRuleMails } from './storedMails.ts'

const DAY = 86_400_000
/** Milliseconds after which no further mails are looked at; the answer then says that there are more. */
const PREVIEW_MS = 5_000

/** What a rule would have caught in the last month, by the function that delivery asks. Changes nothing. */
export async function previewRule(
  context: Context,
  reader: MailReader,
  { match, conditions }: Pick<MailRule, 'match' | 'conditions'>,
): Promise<RulePreview> {
  const { caught, looked, more } = await caughtBy(context, reader, { match, conditions })
  return {
    caught: caught.length,
    looked,
    more,
    list: await listItems(context.store.db, reader.accountId, caught.slice(0, RULE_PREVIEW_SHOWN)),
  }
}

/** The mails of the last month that a rule catches, the newest first. */
export async function caughtBy(
  context: Context,
  reader: MailReader,
  { match, conditions }: Pick<MailRule, 'match' | 'conditions'>,
): Promise<{ caught: number[]; looked: number; more: boolean }> {
  const { timeZone } = await readSettings(context, reader.accountId)
  const mailbox = openMailbox(context, reader)
  const rule: MailRule = { ...BLANK, match, conditions }
  const rules = compileRules([rule])
  const needs = needsOf(rules)
  const since = context.now() - RULE_PREVIEW_DAYS * DAY
  const caught: number[] = []
  const turns = createTurns()
  const begun = performance.now()
  let late = false
  let looked = 0
  let below = Number.MAX_SAFE_INTEGER
  let page: Awaited<ReturnType<Mailbox['receivedIds']>> = []
  do {
    page = await mailbox.receivedIds({ since, below, limit: MAILS_PER_TURN })
    for (const mail of await storedRuleMails(
      context,
      reader,
      page.map(({ id }) => id),
      needs,
    )) {
      if (await catches(context, rules, needs, mail, timeZone)) caught.push(mail.mailId)
      await turns.pause()
    }
    looked += page.length
    below = page.at(-1)?.sort_key ?? 0
    late = performance.now() - begun > PREVIEW_MS
  } while (page.length === MAILS_PER_TURN && looked < RULE_PREVIEW_MAX && !late)
  return { caught, looked, more: page.length === MAILS_PER_TURN && (late || looked >= RULE_PREVIEW_MAX) }
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
