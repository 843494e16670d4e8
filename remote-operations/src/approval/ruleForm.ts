import type { ApprovalLevel, ApprovalRule, ApprovalRuleBody } from '@yanshu/contracts'
import { DAY_MS, dayOf, dayOfIso, HOUR_MS, isoOf } from '@yanshu/contracts/days'

/** A level as the form has it. */
export interface LevelForm {
  readonly kind: ApprovalLevel['who']['kind']
  readonly people: string
  /** Address of the mail group, for `group`. */
  readonly group: string
  readonly role: 'member' | 'manager'
  /** Departments above that of the sender. */
  readonly up: number
  readonly all: boolean
  readonly hours: string
  readonly onTimeout: ApprovalLevel['onTimeout']
  /** Address of who stands in for those who are away, and where the time runs out; '' for none. */
  readonly standIn: string
  /** Whether the sender chooses one of them. */
  readonly choice: boolean
}

/** A rule as the form has it: lists and numbers as text. */
export interface RuleForm {
  readonly name: string
  /** Addresses of people and mail groups; with `deptIds` empty, everyone. */
  readonly senders: string
  readonly deptIds: readonly number[]
  readonly secrecy: NonNullable<ApprovalRuleBody['conditions']['secrecy']>
  readonly to: ApprovalRuleBody['conditions']['to']
  readonly domains: string
  readonly recipientsFrom: string
  /** MB. */
  readonly sizeFrom: string
  readonly words: string
  readonly fileTypes: string
  readonly withAttachment: boolean
  readonly outsideHours: boolean
  readonly levels: readonly LevelForm[]
  readonly commentRequired: boolean
  readonly startsAt: string
  readonly endsAt: string
}

export const NEW_LEVEL: LevelForm = {
  kind: 'people',
  people: '',
  group: '',
  role: 'member',
  up: 0,
  all: false,
  hours: '',
  onTimeout: 'refuse',
  standIn: '',
  choice: false,
}

const MEGABYTE = 1_048_576
/** Days begin at midnight in China, whose working calendar the rules go by. */
const ZONE_MS = 8 * HOUR_MS

export const dayText = (at: number | null): string => (at === null ? '' : isoOf(dayOf(at + ZONE_MS)))

/** The beginning of a day; null for nothing, NaN for what is no day. */
const dayStart = (text: string): number | null =>
  text.trim() === '' ? null : (dayOfIso(text.trim()) ?? Number.NaN) * DAY_MS - ZONE_MS

export const listOf = (text: string): string[] =>
  text
    .split(/[,，、;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

type Named = Pick<ApprovalRule, 'people' | 'groups'>

const levelOf = (level: ApprovalLevel, { people, groups = [] }: Named): LevelForm => {
  const { who, mode, hours, onTimeout, choice, standInId } = level
  const addressesOf = (ids: readonly (number | null)[]) =>
    people.flatMap(({ accountId, address }) => (ids.includes(accountId) ? [address] : []))
  const group = who.kind === 'group' ? groups.find(({ groupId }) => groupId === who.groupId) : undefined
  return {
    kind: who.kind,
    people: addressesOf(who.kind === 'people' ? who.accountIds : []).join('，'),
    group: group?.address ?? '',
    role: who.kind === 'group' ? who.role : 'member',
    up: who.kind === 'head' ? who.up : 0,
    all: mode === 'all',
    hours: hours === null ? '' : String(hours),
    onTimeout,
    standIn: addressesOf([standInId])[0] ?? '',
    choice,
  }
}

const sendersOf = ({ conditions: c, people, groups = [] }: ApprovalRule): string =>
  [
    ...people.filter(({ accountId }) => c.senderIds.includes(accountId)),
    ...groups.filter(({ groupId }) => c.groupIds?.includes(groupId)),
  ]
    .map(({ address }) => address)
    .join('，')

export function formOf(rule: ApprovalRule | null): RuleForm {
  const conditions = rule?.conditions
  return {
    name: rule?.name ?? '',
    senders: rule ? sendersOf(rule) : '',
    deptIds: conditions?.deptIds ?? [],
    secrecy: conditions?.secrecy ?? 'any',
    to: conditions?.to ?? 'outside',
    domains: conditions?.domains.join('，') ?? '',
    recipientsFrom: conditions?.recipientsFrom ? String(conditions.recipientsFrom) : '',
    sizeFrom: conditions?.sizeFrom ? String(conditions.sizeFrom / MEGABYTE) : '',
    words: conditions?.words.join('，') ?? '',
    fileTypes: conditions?.fileTypes.join('，') ?? '',
    withAttachment: conditions?.withAttachment ?? false,
    outsideHours: conditions?.outsideHours ?? false,
    levels: rule ? rule.levels.map((level) => levelOf(level, rule)) : [NEW_LEVEL],
    commentRequired: rule?.commentRequired ?? true,
    startsAt: dayText(rule?.startsAt ?? null),
    // The last day is the one before the bound.
    endsAt: dayText(rule?.endsAt == null ? null : rule.endsAt - DAY_MS),
  }
}

/** All addresses that a form names, in lower case. */
export const addressesIn = ({ senders, levels }: RuleForm): string[] => [
  ...new Set(
    [
      ...listOf(senders),
      ...levels.flatMap(({ kind, people, group, standIn }) => [
        ...(kind === 'people' ? listOf(people) : kind === 'group' ? listOf(group) : []),
        ...listOf(standIn),
      ]),
    ].map((address) => address.toLowerCase()),
  ),
]

/** The numbers of people and mail groups by their addresses, in lower case. */
export interface Numbers {
  readonly people: ReadonlyMap<string, number>
  readonly groups: ReadonlyMap<string, number>
}

export type FormProblem = 'noName' | 'noPeople' | 'noGroup' | 'noStandIn' | 'badDay' | 'badNumber'

/** A number above 0, null for nothing, NaN for what is none. */
const numberOf = (text: string): number | null => {
  if (text.trim() === '') return null
  const number = Number(text)
  return number > 0 ? number : Number.NaN
}

const named = (text: string, numbers: ReadonlyMap<string, number>): number[] =>
  listOf(text).flatMap((address) => numbers.get(address.toLowerCase()) ?? [])

/** Who decides at a level; null where the form names no person. */
function whoOf(level: LevelForm, { people, groups }: Numbers): ApprovalLevel['who'] | null {
  switch (level.kind) {
    case 'people': {
      const accountIds = named(level.people, people)
      return accountIds.length > 0 ? { kind: 'people', accountIds } : null
    }
    case 'group': {
      const [groupId] = named(level.group, groups)
      return groupId === undefined ? null : { kind: 'group', groupId, role: level.role }
    }
    case 'head':
      return { kind: 'head', up: level.up }
    case 'administrators':
      return { kind: 'administrators' }
  }
}

/** The rule of a form; or what is wrong with it. */
export function ruleOf(form: RuleForm, before: ApprovalRule | null, numbers: Numbers): ApprovalRuleBody | FormProblem {
  const startsAt = dayStart(form.startsAt)
  const lastDay = dayStart(form.endsAt)
  const recipientsFrom = numberOf(form.recipientsFrom)
  const megabytes = numberOf(form.sizeFrom)
  const hours = form.levels.map((level) => numberOf(level.hours))
  if (form.name.trim() === '') return 'noName'
  if (Number.isNaN(startsAt) || Number.isNaN(lastDay)) return 'badDay'
  if ([recipientsFrom, megabytes, ...hours].some(Number.isNaN)) return 'badNumber'
  const levels: ApprovalLevel[] = []
  for (const [at, level] of form.levels.entries()) {
    const who = whoOf(level, numbers)
    if (!who) return level.kind === 'group' ? 'noGroup' : 'noPeople'
    const limit = hours[at] ?? null
    const [standInId = null] = named(level.standIn, numbers.people)
    if (limit !== null && level.onTimeout === 'standIn' && standInId === null) return 'noStandIn'
    levels.push({
      who,
      mode: level.all ? 'all' : 'any',
      choice: level.choice && !level.all,
      hours: limit === null ? null : Math.min(Math.max(Math.round(limit), 1), 400),
      onTimeout: level.onTimeout,
      standInId,
    })
  }
  return {
    ruleId: before?.ruleId ?? null,
    name: form.name.trim(),
    enabled: before?.enabled ?? true,
    conditions: {
      senderIds: named(form.senders, numbers.people),
      groupIds: named(form.senders, numbers.groups),
      deptIds: [...form.deptIds],
      domains: listOf(form.domains),
      recipientsFrom: recipientsFrom === null ? null : Math.round(recipientsFrom),
      sizeFrom: megabytes === null ? null : Math.round(megabytes * MEGABYTE),
      to: form.to,
      words: listOf(form.words),
      fileTypes: listOf(form.fileTypes),
      withAttachment: form.withAttachment,
      outsideHours: form.outsideHours,
      secrecy: form.secrecy,
    },
    levels,
    commentRequired: form.commentRequired,
    startsAt,
    endsAt: lastDay === null ? null : lastDay + DAY_MS,
  }
}
