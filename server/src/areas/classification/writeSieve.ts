import type { MailRule, RuleCondition } from '@yanshu/contracts'
import { senderPattern } from '@yanshu/contracts'
import { offsetText } from '../../mime/mailDate.ts'

/** Names of what rules name by id. */
export interface SieveNames {
  readonly folder: (id: number) => string | null
  readonly label: (id: number) => string | null
  /** Hours from GMT. */
  readonly timeZone: number
  readonly senders: readonly { readonly pattern: string; readonly kind: 'blocked' | 'allowed' }[]
}

/** A string of Sieve (RFC 5228 §2.4.2). */
const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const two = (n: number): string => `${n}`.padStart(2, '0')

const EXTENSIONS = ['body', 'copy', 'date', 'fileinto', 'imap4flags', 'mime', 'reject', 'relational'] as const

/** The rules as a Sieve script (RFC 5228 with 5173, 5260, 5232, 5429, 5703, 3894), for other servers. */
export function writeSieve(rules: readonly MailRule[], names: SieveNames): string {
  const lines: string[] = [`require [${EXTENSIONS.map(quote).join(', ')}];`, '']
  for (const { pattern, kind } of names.senders) {
    if (kind !== 'blocked' || senderPattern(pattern) === null) continue
    const part = pattern.startsWith('@') ? ':domain' : ':all'
    lines.push(
      `if address ${part} :is "from" ${quote(pattern.replace(/^@/, ''))} {`,
      '  fileinto "Junk";',
      '  stop;',
      '}',
    )
  }
  for (const rule of rules) {
    lines.push('', `# ${rule.ruleName.replace(/[\r\n]+/g, ' ')}`)
    const tests = rule.conditions.map((one) => (one.not ? `not ${testOf(one, names)}` : testOf(one, names)))
    const block = [
      `if ${rule.match === 'all' ? 'allof' : 'anyof'} (${tests.join(',\n  ')}) {`,
      ...actionsOf(rule, names).map((line) => `  ${line}`),
      '}',
    ]
    for (const line of block) lines.push(rule.enabled ? line : line.replace(/^/gm, '# '))
  }
  return `${lines.join('\n')}\n`
}

function testOf(condition: RuleCondition, { timeZone }: SieveNames): string {
  switch (condition.field) {
    case 'sender':
      return `header :contains "from" ${quote(condition.value)}`
    case 'recipient':
      return `header :contains ["to", "cc"] ${quote(condition.value)}`
    case 'subject':
      return `header :contains "subject" ${quote(condition.value)}`
    case 'body':
      return `body :text :contains ${quote(condition.value)}`
    case 'header':
      return condition.value === ''
        ? `exists ${quote(condition.name)}`
        : `header :contains ${quote(condition.name)} ${quote(condition.value)}`
    case 'attachment':
      return condition.value === ''
        ? 'header :mime :anychild :contains "content-disposition" "attachment"'
        : `header :mime :anychild :param "filename" :contains "content-disposition" ${quote(condition.value)}`
    case 'size':
      // Sieve knows "over" alone.
      return `size :over ${condition.kb * 1_024 - 1}`
    case 'time': {
      const { from, to, days } = condition
      const zone = offsetText(timeZone)
      const at = (minute: number) => quote(`${two(Math.floor(minute / 60))}:${two(minute % 60)}:00`)
      const time = (relation: 'ge' | 'le', minute: number) =>
        `currentdate :zone ${quote(zone)} :value ${quote(relation)} "time" ${at(minute)}`
      const weekdays = days.map((day) => quote(`${day % 7}`)).join(', ')
      const within = `${from <= to ? 'allof' : 'anyof'} (${time('ge', from)}, ${time('le', to)})`
      return `allof (currentdate :zone ${quote(zone)} :is "weekday" [${weekdays}], ${within})`
    }
  }
}

function actionsOf({ actions }: MailRule, { folder, label }: SieveNames): string[] {
  if (actions.reject !== null) return [`reject ${quote(actions.reject || 'Refused')};`, 'stop;']
  const flags = [
    ...(actions.read ? ['\\Seen'] : []),
    ...(actions.star > 0 ? ['\\Flagged'] : []),
    ...actions.labelIds.flatMap((id) => label(id)?.replace(/[\s(){%*"\\\]]+/g, '_') ?? []),
  ]
  const into = actions.folderId === null ? null : folder(actions.folderId)
  return [
    ...(flags.length > 0 ? [`addflag [${flags.map(quote).join(', ')}];`] : []),
    ...actions.forward.map((address) => `redirect :copy ${quote(address)};`),
    ...(actions.delete ? ['fileinto "Trash";'] : into === null ? ['keep;'] : [`fileinto ${quote(into)};`]),
    ...(actions.stop ? ['stop;'] : []),
  ]
}
