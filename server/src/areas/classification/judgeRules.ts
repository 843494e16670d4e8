import type { MailRule, RuleActions, RuleCondition } from '@yanshu/contracts'
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, weekdayOf } from '@yanshu/contracts/days'
import { type FoldedMail, fold } from './ruleMail.ts'

/** The weekday of a wall clock as rules have it, by ISO 8601: 1 is Monday, 7 Sunday. */
const isoWeekdayOf = (wall: number): number => weekdayOf(dayOf(wall)) || 7

/** `timeZone` is the owner's, in hours from GMT. */
type Test = (mail: FoldedMail, timeZone: number) => boolean

export interface CompiledRule {
  readonly rule: MailRule
  readonly holds: Test
}

/** The actions of a rule that does nothing. */
export const NO_ACTIONS: RuleActions = {
  folderId: null,
  labelIds: [],
  read: false,
  star: 0,
  quiet: false,
  forward: [],
  reject: null,
  delete: false,
  stop: false,
}

/** What of a mail a set of rules reads beside its envelope and header lines. */
export interface RuleNeeds {
  readonly body: boolean
  /** Characters of the values that are looked for in the body. */
  readonly bodyValues: number
  readonly headers: boolean
  /** The time zone of the owner. */
  readonly time: boolean
}

/** What rules say of a mail, all of those that hold taken together. */
export interface RuleOutcome {
  /** Ids of the rules that hold, in their order. */
  readonly matched: readonly number[]
  /** Of the first rule that moves. */
  readonly folderId: number | null
  readonly deletes: boolean
  readonly read: boolean
  /** Of the first rule that stars; 0 none. */
  readonly star: number
  readonly labelIds: readonly number[]
  readonly quiet: boolean
  readonly forward: readonly string[]
  /** The reason of the first rule that refuses; null when none does. Then nothing else counts. */
  readonly reject: string | null
}

/** Prepares rules for being asked often. Those that are switched off are left out. */
export function compileRules(rules: readonly MailRule[]): readonly CompiledRule[] {
  return rules.filter(({ enabled }) => enabled).map((rule) => ({ rule, holds: ruleTest(rule) }))
}

export const needsOf = (rules: readonly CompiledRule[]): RuleNeeds => {
  const fields = new Set(rules.flatMap(({ rule }) => rule.conditions.map(({ field }) => field)))
  const bodyValues = rules
    .flatMap(({ rule }) => rule.conditions)
    .reduce((sum, condition) => sum + (condition.field === 'body' ? condition.value.length : 0), 0)
  return { body: bodyValues > 0, bodyValues, headers: fields.has('header'), time: fields.has('time') }
}

/**
 * Asks the rules in their order. It is the one function for the delivery, for what is shown before a rule is saved, and
 * for a run over mails that are there. Pure.
 */
export function judgeRules(rules: readonly CompiledRule[], mail: FoldedMail, timeZone: number): RuleOutcome {
  const matched: number[] = []
  const hit: RuleActions[] = []
  for (const { rule, holds } of rules) {
    if (!holds(mail, timeZone)) continue
    matched.push(rule.ruleId)
    hit.push(rule.actions)
    if (rule.actions.reject !== null || rule.actions.stop) break
  }
  return {
    matched,
    folderId: hit.find(({ folderId }) => folderId !== null)?.folderId ?? null,
    deletes: hit.some((one) => one.delete),
    read: hit.some(({ read }) => read),
    star: hit.find(({ star }) => star > 0)?.star ?? 0,
    labelIds: [...new Set(hit.flatMap(({ labelIds }) => labelIds))],
    quiet: hit.some(({ quiet }) => quiet),
    forward: [...new Map(hit.flatMap(({ forward }) => forward).map((one) => [one.toLowerCase(), one])).values()],
    reject: hit.find(({ reject }) => reject !== null)?.reject ?? null,
  }
}

function ruleTest({ match, conditions }: Pick<MailRule, 'match' | 'conditions'>): Test {
  const tests = conditions.map((condition): Test => {
    const holds = conditionTest(condition)
    return condition.not ? (...asked) => !holds(...asked) : holds
  })
  return match === 'all'
    ? (...asked) => tests.every((test) => test(...asked))
    : (...asked) => tests.some((test) => test(...asked))
}

/** Whether a condition holds, before its `not`. */
function conditionTest(condition: RuleCondition): Test {
  switch (condition.field) {
    case 'sender':
    case 'subject':
    case 'body': {
      const { field } = condition
      const value = fold(condition.value)
      return (mail) => mail[field].includes(value)
    }
    case 'recipient': {
      const value = fold(condition.value)
      return (mail) => mail.recipients.includes(value)
    }
    case 'header': {
      const name = condition.name.toLowerCase()
      const value = fold(condition.value)
      return (mail) => mail.header(name)?.includes(value) ?? false
    }
    case 'attachment': {
      const value = fold(condition.value)
      if (value === '') return (mail) => mail.hasAttachment
      return (mail) => mail.attachmentNames.includes(value)
    }
    case 'size': {
      const bytes = condition.kb * 1_024
      return (mail) => mail.size >= bytes
    }
    case 'time': {
      const { from, to, days } = condition
      return ({ receivedAt }, timeZone) => {
        const local = receivedAt + timeZone * HOUR_MS
        const minute = Math.floor((local - dayOf(local) * DAY_MS) / MINUTE_MS)
        if (from <= to) return days.includes(isoWeekdayOf(local)) && minute >= from && minute <= to
        // Over midnight: the hours after it belong to the day on which they began.
        if (minute >= from) return days.includes(isoWeekdayOf(local))
        return minute <= to && days.includes(isoWeekdayOf(local - DAY_MS))
      }
    }
  }
}
