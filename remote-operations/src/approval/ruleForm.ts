import type { ApprovalLevel, ApprovalRule, ApprovalRuleBody } from '@yanshu/contracts'

/** A rule as the form has it: lists as text. */
export interface RuleForm {
  readonly name: string
  readonly to: ApprovalRuleBody['conditions']['to']
  readonly words: string
  readonly fileTypes: string
  readonly withAttachment: boolean
  readonly outsideHours: boolean
  readonly kind: ApprovalLevel['who']['kind']
  readonly people: string
  readonly all: boolean
  readonly hours: string
  readonly onTimeout: ApprovalLevel['onTimeout']
  readonly commentRequired: boolean
  readonly startsAt: string
  readonly endsAt: string
}

const DAY_MS = 86_400_000
/** Days begin at midnight in China, whose working calendar the rules go by. */
const ZONE_MS = 8 * 3_600_000

export const dayText = (at: number | null): string =>
  at === null ? '' : new Date(at + ZONE_MS).toISOString().slice(0, 10)

/** The beginning of a day; null for nothing, NaN for what is no day. */
const dayStart = (text: string): number | null =>
  text.trim() === ''
    ? null
    : /^\d{4}-\d{2}-\d{2}$/.test(text.trim())
      ? Date.parse(`${text.trim()}T00:00:00Z`) - ZONE_MS
      : Number.NaN

export const listOf = (text: string): string[] =>
  text
    .split(/[,，、;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

export function formOf(rule: ApprovalRule | null): RuleForm {
  const [level] = rule?.levels ?? []
  const named = level?.who.kind === 'people' ? level.who.accountIds : []
  return {
    name: rule?.name ?? '',
    to: rule?.conditions.to ?? 'outside',
    words: rule?.conditions.words.join('，') ?? '',
    fileTypes: rule?.conditions.fileTypes.join('，') ?? '',
    withAttachment: rule?.conditions.withAttachment ?? false,
    outsideHours: rule?.conditions.outsideHours ?? false,
    kind: level?.who.kind ?? 'people',
    people: (rule?.people ?? [])
      .filter(({ accountId }) => named.includes(accountId))
      .map(({ address }) => address)
      .join('，'),
    all: level?.mode === 'all',
    hours: level?.hours ? String(level.hours) : '',
    onTimeout: level?.onTimeout ?? 'refuse',
    commentRequired: rule?.commentRequired ?? true,
    startsAt: dayText(rule?.startsAt ?? null),
    // The last day is the one before the bound.
    endsAt: dayText(rule?.endsAt == null ? null : rule.endsAt - DAY_MS),
  }
}

export type FormProblem = 'noName' | 'noPeople' | 'badDay'

/** The rule of a form, with what the form does not show as it was; or what is wrong with it. */
export function ruleOf(
  form: RuleForm,
  before: ApprovalRule | null,
  accountIds: readonly number[],
): ApprovalRuleBody | FormProblem {
  const startsAt = dayStart(form.startsAt)
  const lastDay = dayStart(form.endsAt)
  if (form.name.trim() === '') return 'noName'
  if (form.kind === 'people' && accountIds.length === 0) return 'noPeople'
  if (Number.isNaN(startsAt) || Number.isNaN(lastDay)) return 'badDay'
  const [first, ...others] = before?.levels ?? []
  const up = first?.who.kind === 'head' ? first.who.up : 0
  const hours = Math.round(Number(form.hours))
  const level: ApprovalLevel = {
    choice: first?.choice ?? false,
    standInId: first?.standInId ?? null,
    who:
      form.kind === 'people'
        ? { kind: 'people', accountIds: [...accountIds] }
        : form.kind === 'head'
          ? { kind: 'head', up }
          : { kind: 'administrators' },
    mode: form.all ? 'all' : 'any',
    hours: hours > 0 ? Math.min(hours, 400) : null,
    onTimeout: form.onTimeout,
  }
  return {
    ruleId: before?.ruleId ?? null,
    name: form.name.trim(),
    enabled: before?.enabled ?? true,
    conditions: {
      senderIds: before?.conditions.senderIds ?? [],
      deptIds: before?.conditions.deptIds ?? [],
      domains: before?.conditions.domains ?? [],
      recipientsFrom: before?.conditions.recipientsFrom ?? null,
      sizeFrom: before?.conditions.sizeFrom ?? null,
      to: form.to,
      words: listOf(form.words),
      fileTypes: listOf(form.fileTypes),
      withAttachment: form.withAttachment,
      outsideHours: form.outsideHours,
    },
    levels: [level, ...others],
    commentRequired: form.commentRequired,
    startsAt,
    endsAt: lastDay === null ? null : lastDay + DAY_MS,
  }
}

/** Whether a rule has what the form does not show. */
export const hasMore = ({ levels, conditions: c }: ApprovalRule): boolean =>
  levels.length > 1 ||
  levels[0]?.onTimeout === 'standIn' ||
  c.senderIds.length + c.deptIds.length + c.domains.length > 0 ||
  c.recipientsFrom !== null ||
  c.sizeFrom !== null
