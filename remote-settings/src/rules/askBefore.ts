import type { MailRule, RulePreview } from '@yanshu/contracts'
import { http, platform } from '@yanshu/shell-api'
import { confirm } from '@yanshu/ui'
import type { useWords } from '../useWords.ts'

type Say = ReturnType<typeof useWords>
type Tried = Pick<MailRule, 'match' | 'conditions'>

/** null where the server cannot be asked: the question then comes without numbers. */
const previewOf = ({ match, conditions }: Tried): Promise<RulePreview | null> =>
  http.post('mail/mailClassify/preview', { match, conditions }, { silent: true }).catch(() => null)

const numbersOf = ({ caught, looked, colleagues = 0 }: RulePreview) => ({ count: caught, looked, colleagues })

/**
 * Asks before a rule is saved that deletes or refuses mail, with how many of the last month it would have been and how many
 * of them are from colleagues. One that would have caught none is saved without a question. Resolves with whether to save.
 */
export async function askBeforeRule(
  say: Say,
  rule: Pick<MailRule, 'match' | 'conditions' | 'actions'>,
): Promise<boolean> {
  const { reject, delete: deletes } = rule.actions
  if (!deletes && reject === null) return true
  const preview = await previewOf(rule)
  if (preview?.caught === 0) return true
  return confirm({
    title: say(deletes ? 'rules.ask.deletes' : 'rules.ask.rejects'),
    text: preview
      ? say(preview.colleagues ? 'rules.ask.ofColleagues' : 'rules.ask.of', numbersOf(preview))
      : say('rules.ask.unknown'),
    yes: say('rules.ask.save'),
    danger: true,
  })
}

/** Whether an address or a domain (`@example.com`) belongs to this organisation. */
export function isOwnPattern(pattern: string, own: readonly string[]): boolean {
  const domain = pattern.slice(pattern.lastIndexOf('@') + 1).toLowerCase()
  return own.some((one) => one.toLowerCase() === domain)
}

/** Asks before a colleague, or the whole organisation, is blocked, with how many mails that would have been. */
export async function askBeforeBlocking(say: Say, pattern: string): Promise<boolean> {
  if (!isOwnPattern(pattern, platform().domains)) return true
  const preview = await previewOf({ match: 'all', conditions: [{ field: 'sender', not: false, value: pattern }] })
  return confirm({
    title: say('rules.ask.blocks', { pattern: pattern.replace(/^@/, '') }),
    text: preview ? say('rules.ask.blocked', numbersOf(preview)) : say('rules.ask.unknown'),
    yes: say('rules.ask.block'),
    danger: true,
  })
}
