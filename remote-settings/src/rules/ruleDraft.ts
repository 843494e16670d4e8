import {
  isHeaderName,
  isMailAddress,
  lengthOf,
  type MailRule,
  RULE_NAME_MAX,
  RULE_VALUE_MAX,
  type RuleCondition,
  ruleValueProblem,
} from '@yanshu/contracts'

/** A rule while it is written: what is switched off keeps what was typed. */
export interface RuleForm {
  readonly ruleId: number | null
  readonly enabled: boolean
  readonly name: string
  readonly match: MailRule['match']
  readonly conditions: readonly RuleCondition[]
  readonly moves: boolean
  readonly folderId: number | null
  readonly labelIds: readonly number[]
  readonly read: boolean
  readonly star: boolean
  readonly quiet: boolean
  readonly forwards: boolean
  /** As typed, addresses between commas. */
  readonly addresses: string
  readonly rejects: boolean
  readonly reason: string
  readonly deletes: boolean
  readonly stop: boolean
}

/** What keeps a rule from being saved: the name of a message, with its values. */
export interface FormProblem {
  readonly place: 'name' | 'action' | 'folder' | 'forward' | number
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

export const FIELDS = ['sender', 'recipient', 'subject', 'body', 'attachment', 'size', 'time', 'header'] as const
export type RuleField = (typeof FIELDS)[number]

const WORKDAYS = [1, 2, 3, 4, 5]

/** A condition of a kind, with what was typed before where it still fits. */
export function conditionOf(field: RuleField, before: RuleCondition | null = null): RuleCondition {
  const not = before?.not ?? false
  const value = before && 'value' in before ? before.value : ''
  switch (field) {
    case 'header':
      return { field, not, name: 'X-Priority', value }
    case 'attachment':
      return { field, not, value }
    case 'size':
      return { field, not, kb: 1_024 }
    case 'time':
      return { field, not, from: 9 * 60, to: 18 * 60, days: [...WORKDAYS] }
    default:
      return { field, not, value }
  }
}

export const EMPTY_FORM: RuleForm = {
  ruleId: null,
  enabled: true,
  name: '',
  match: 'all',
  conditions: [conditionOf('sender')],
  moves: true,
  folderId: null,
  labelIds: [],
  read: false,
  star: false,
  quiet: false,
  forwards: false,
  addresses: '',
  rejects: false,
  reason: '',
  deletes: false,
  stop: false,
}

export function formOf(rule: MailRule): RuleForm {
  const { actions } = rule
  return {
    ruleId: rule.ruleId,
    enabled: rule.enabled,
    name: rule.ruleName,
    match: rule.match,
    conditions: rule.conditions,
    moves: actions.folderId !== null,
    folderId: actions.folderId,
    labelIds: actions.labelIds,
    read: actions.read,
    star: actions.star > 0,
    quiet: actions.quiet,
    forwards: actions.forward.length > 0,
    addresses: actions.forward.join(', '),
    rejects: actions.reject !== null,
    reason: actions.reject ?? '',
    deletes: actions.delete,
    stop: actions.stop,
  }
}

/** Addresses as typed, between commas, semicolons (also Chinese ones) and blanks. */
export const addressesOf = (typed: string): string[] => typed.split(/[\s,;，；、]+/).filter((one) => one !== '')

function conditionProblem(condition: RuleCondition): Omit<FormProblem, 'place'> | null {
  if (condition.field === 'size') return condition.kb >= 1 ? null : { key: 'value' }
  if (condition.field === 'time') return condition.days.length > 0 ? null : { key: 'days' }
  if (condition.field === 'header' && !isHeaderName(condition.name)) return { key: 'header' }
  const mayBeEmpty = condition.field === 'header' || condition.field === 'attachment'
  if (mayBeEmpty && condition.value === '') return null
  const problem = ruleValueProblem(condition.value)
  if (problem === 'required') return { key: 'value' }
  if (problem === 'too-long')
    return { key: 'valueLong', values: { max: RULE_VALUE_MAX, now: lengthOf(condition.value) } }
  return problem && { key: 'characters' }
}

/** Whether the conditions can be tried. */
export const conditionsAreGood = ({ conditions }: RuleForm): boolean =>
  conditions.length > 0 && conditions.every((one) => conditionProblem(one) === null)

/** What keeps the rule from being saved, in the order of the form (§5, Classification rule). */
export function formProblems(form: RuleForm): FormProblem[] {
  const problems: FormProblem[] = []
  const name = form.name.trim()
  if (name === '') problems.push({ place: 'name', key: 'name' })
  else if (lengthOf(name) > RULE_NAME_MAX) {
    problems.push({ place: 'name', key: 'nameLong', values: { max: RULE_NAME_MAX } })
  }
  for (const [place, condition] of form.conditions.entries()) {
    const problem = conditionProblem(condition)
    if (problem) problems.push({ place, ...problem })
  }
  if (form.moves && form.folderId === null) problems.push({ place: 'folder', key: 'folder' })
  if (form.forwards) {
    const addresses = addressesOf(form.addresses)
    const wrong = addresses.find((address) => !isMailAddress(address))
    const lower = addresses.map((address) => address.toLowerCase())
    const twice = lower.find((address, at) => lower.indexOf(address) !== at)
    if (addresses.length === 0) problems.push({ place: 'forward', key: 'address', values: { address: '' } })
    else if (wrong !== undefined) problems.push({ place: 'forward', key: 'address', values: { address: wrong } })
    else if (twice !== undefined) problems.push({ place: 'forward', key: 'duplicate', values: { address: twice } })
  }
  const { moves, labelIds, read, star, quiet, forwards, rejects, deletes, stop } = form
  if (!(moves || labelIds.length > 0 || read || star || quiet || forwards || rejects || deletes || stop)) {
    problems.push({ place: 'action', key: 'action' })
  }
  return problems
}

/** What is sent to the server. */
export const draftOf = (form: RuleForm) => ({
  ruleId: form.ruleId,
  ruleName: form.name.trim(),
  enabled: form.enabled,
  match: form.match,
  conditions: [...form.conditions],
  actions: {
    folderId: form.moves ? form.folderId : null,
    labelIds: [...form.labelIds],
    read: form.read,
    star: form.star ? 1 : 0,
    quiet: form.quiet,
    forward: form.forwards ? addressesOf(form.addresses) : [],
    reject: form.rejects ? form.reason.trim() : null,
    delete: form.deletes,
    stop: form.stop,
  },
})
