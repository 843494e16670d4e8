import { fetchPart } from '@yanshu/shell-api'
import { everybody } from '@yanshu/ui/people'
import { marksOf } from '../recipients/knownMarks.ts'
import { LANGUAGE_PEOPLE_MAX, loadLanguage } from '../recipients/languagesAhead.ts'
import { isValid } from '../recipients/recipientLists.ts'
import type { CheckedLetter, SendCheck } from './sendCheck.ts'

/** A letter does not wait longer for what only informs its writer, in milliseconds. */
const WITHIN_MS = 3_000

type Say = (key: string, values?: Record<string, string | number>) => string

const loadQuestion = () => fetchPart(() => import('../odd-recipients/recipientQuestion.ts'))

/** The language of a shorter text cannot be detected. */
const LANGUAGE_TEXT_MIN = 7

/** The server's answer about the recipients: nearly always what was loaded for their chips, so that sending does not wait. */
function answerFor({ letter: { kind, sourceMailId, recipients } }: CheckedLetter) {
  const addresses = everybody(recipients)
    .filter(isValid)
    .map(({ address }) => address)
  return marksOf(addresses, kind === 'replyAll' ? sourceMailId : null, AbortSignal.timeout(WITHIN_MS))
}

/** Asks about recipients where something is odd. Without an answer in time nothing is asked. */
export const recipientChecks = (say: Say): readonly SendCheck[] => [
  {
    name: 'recipients',
    order: -175,
    async judge(letter) {
      const answer = await answerFor(letter).catch(() => null)
      if (!answer || !(answer.blindCopy || answer.list.some(({ marks }) => marks.includes('first')))) return null
      const part = await loadQuestion().catch(() => null)
      const question = part?.recipientQuestion(letter.letter.recipients, answer, say)
      return question ? { kind: 'ask', question } : null
    },
  },
  {
    name: 'language',
    order: -174,
    async judge({ letter: { recipients }, text }) {
      const people = everybody(recipients).filter(isValid)
      if (people.length > LANGUAGE_PEOPLE_MAX || text().length < LANGUAGE_TEXT_MIN) return null
      const part = await loadLanguage().catch(() => null)
      const question = await part
        ?.languageQuestion(text(), people, say, AbortSignal.timeout(WITHIN_MS))
        .catch(() => null)
      return question ? { kind: 'ask', question } : null
    },
  },
]
