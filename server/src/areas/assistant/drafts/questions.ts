import { sentencesOf } from '../summary/sentences.ts'
import { wholePairs } from '../words/questionWords.ts'

const QUESTION =
  /[?？]["”』）)]*$|(?:吗|呢|是否|能否|可否|何时|什么时候|几点|哪天|多少|如何|怎么)[^，。！]{0,20}[。.]?$/
const ASKED =
  /(?:请|麻烦)(?:您|你)?(?:告知|确认|回复|提供|说明)|please (?:confirm|tell|let us know|let me know|provide)/i
const LONGEST = 60

/** The questions of a mail, and the information it asks for, each once. */
export function questionsOf(text: string): string[] {
  const asked = sentencesOf(text)
    .map((sentence) => sentence.text)
    .filter((sentence) => QUESTION.test(sentence) || ASKED.test(sentence))
    .map((sentence) => (sentence.length > LONGEST ? `${sentence.slice(0, LONGEST - 1)}…` : sentence))
  return [...new Set(asked)]
}

/** Ends a part of a gist; a comma between digits or before a word that joins belongs to the part. */
const PART_END =
  /(?<=[。！？!?；;])|[，,](?!\d{3}(?!\d))(?=\s*\S{4,})(?!\s*(?:或者?|但|因为|所以|如果|并且?|而|否则|以及|还有|then\b|but\b|or\b|and\b|because\b|if\b|so\b))|\.(?=\s|$)|\n/iu

/** The parts of a gist: people answer several questions in one sentence. Lists and ranges stay whole. */
export const clausesOf = (gist: string): string[] =>
  gist
    .split(PART_END)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')

/** Gives each question the sentences that share words with it; what fits none is the rest. */
export function answersTo(
  questions: readonly string[],
  sentences: readonly string[],
): { readonly answers: readonly { question: string; answer: string }[]; readonly rest: readonly string[] } {
  const words = questions.map((question) => new Set(wholePairs(question)))
  const given = questions.map((): string[] => [])
  const rest: string[] = []
  for (const sentence of sentences) {
    const own = wholePairs(sentence)
    const shared = words.map((asked) => own.filter((word) => asked.has(word)).length)
    const most = Math.max(0, ...shared.slice(0, 20))
    const at = most === 0 ? -1 : shared.indexOf(most)
    if (at < 0) rest.push(sentence)
    else given[at]?.push(sentence)
  }
  return { answers: questions.map((question, at) => ({ question, answer: (given[at] ?? []).join('；') })), rest }
}
