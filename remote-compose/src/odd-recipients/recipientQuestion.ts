import type { PostData } from '@yanshu/contracts'
import { addMessages } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { recentPeople } from '../recipients/recents.ts'
import { isValid, type RecipientLists } from '../recipients/recipientLists.ts'
import type { SendQuestion } from '../send/sendCheck.ts'
import { NS } from '../write/namespace.ts'
import { oddFirsts } from './firstOutside.ts'
import { en, zh } from './words.ts'

/** So many addresses are named in a question. */
const NAMED_MAX = 5

type Say = (key: string, values?: Record<string, string | number>) => string

/**
 * What is asked about the recipients of a letter: outside addresses where something is odd, and an answer that shows that a
 * blind copy came. Null where nothing is.
 */
export function recipientQuestion(
  recipients: RecipientLists,
  { list, blindCopy }: PostData<'mail/email/recipientMarks'>,
  say: Say,
): SendQuestion | null {
  addMessages(NS, 'zh', zh)
  addMessages(NS, 'en', en)
  const marked = (mark: 'first' | 'outside') =>
    new Set(list.filter(({ marks }) => marks.includes(mark)).map(({ address }) => address))
  const [firsts, outside] = [marked('first'), marked('outside')]
  const people = everybody(recipients).filter(isValid)
  const odd = oddFirsts(
    people.filter(({ address }) => firsts.has(address)),
    recentPeople(),
    people.some(({ address }) => !outside.has(address)),
  )
  const texts = odd.slice(0, NAMED_MAX).map((one) => say(`firstOutside.${one.why}`, { ...one }))
  if (odd.length > NAMED_MAX) texts.push(say('firstOutside.more', { count: odd.length - NAMED_MAX }))
  if (blindCopy) texts.unshift(say('blindCopy'))
  if (texts.length === 0) return null
  return {
    title: say(blindCopy && odd.length === 0 ? 'blindCopyTitle' : 'firstOutside.title'),
    text: texts.join(say('dates.between')),
    yes: say('together.send'),
    no: say('together.back'),
  }
}
