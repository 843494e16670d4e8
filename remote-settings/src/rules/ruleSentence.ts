import type { MailRule, RuleCondition } from '@yanshu/contracts'

export interface SentenceWords {
  /** Messages below `rules.say`. */
  readonly say: (key: string, values?: Record<string, string | number>) => string
  readonly folder: (id: number) => string | null
  readonly label: (id: number) => string | null
  /** 1 Monday to 7 Sunday. */
  readonly weekday: (day: number) => string
  /** A minute of the day as the user's clock has it. */
  readonly clock: (minute: number) => string
}

function conditionWords(condition: RuleCondition, { say, weekday, clock }: SentenceWords): string {
  const not = condition.not ? 'Not' : ''
  switch (condition.field) {
    case 'size':
      return say(`size${not}`, { kb: condition.kb })
    case 'time': {
      const { days, from, to } = condition
      const named = days.length === 7 ? say('everyDay') : days.map(weekday).join(say('between'))
      return say(`time${not}`, { days: named, from: clock(from), to: clock(to) })
    }
    case 'header': {
      const { name, value } = condition
      return value === '' ? say(`headerAny${not}`, { name }) : say(`header${not}`, { name, value })
    }
    case 'attachment':
      return condition.value === '' ? say(`attachmentAny${not}`) : say(`attachment${not}`, { value: condition.value })
    default:
      return say(`${condition.field}${not}`, { value: condition.value })
  }
}

/** A rule as one sentence: 主题包含“项目”且有附件：移至“项目资料”，标为已读. */
export function ruleSentence(rule: Pick<MailRule, 'match' | 'conditions' | 'actions'>, words: SentenceWords): string {
  const { say, folder, label } = words
  const { folderId, labelIds, read, star, quiet, forward, reject, delete: deletes, stop } = rule.actions
  const conditions = rule.conditions.map((one) => conditionWords(one, words)).join(say(rule.match))
  const labels = labelIds.flatMap((id) => {
    const name = label(id)
    return name === null ? [] : [say('label', { name })]
  })
  const actions = [
    ...(reject === null ? [] : [say('reject')]),
    ...(folderId === null ? [] : [say('folder', { name: folder(folderId) ?? say('gone') })]),
    ...(labels.length > 0 ? [say('labels', { names: labels.join(say('between')) })] : []),
    ...(read ? [say('read')] : []),
    ...(star > 0 ? [say('star')] : []),
    ...(quiet ? [say('quiet')] : []),
    ...(forward.length > 0 ? [say('forward', { addresses: forward.join(say('between')) })] : []),
    ...(deletes ? [say('delete')] : []),
    ...(stop ? [say('stop')] : []),
  ]
  return `${conditions}${say('leads')}${actions.join(say('between'))}`
}
