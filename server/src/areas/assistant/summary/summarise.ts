import type { AssistantFact, MailAddress } from '@yanshu/contracts'
import { TURNS } from '../model/withModel.ts'
import { wholePairs } from '../words/questionWords.ts'
import { factsOf } from './facts.ts'
import { type Sentence, sentencesOf } from './sentences.ts'

export interface Summary {
  /** Sentences as they stand in the mail, in its order. */
  readonly sentences: readonly string[]
  readonly facts: readonly AssistantFact[]
}

/** Characters that are summarised; a longer mail names its subject before. */
const TEXT_MAX = 20_000
/** Sentences that are compared with each other: the cost grows with their square. */
const COMPARED_MAX = 120
const ROUNDS = 12
const DAMPING = 0.85
const MOST = 5
const GREETING =
  /^(?:(?:尊敬的|亲爱的)?.{0,12}(?:您好|你好|大家好|各位(?:好|同事)?)|hi\b|hello\b|dear\b|此致|敬礼|祝好|谢谢|顺祝|best regards|kind regards|thanks)/i

/**
 * The main sentences of a mail: those that share most with the others (TextRank over pairs of characters),
 * with more weight for those that name a date or money or ask for something. No model takes part.
 */
export function summarise(
  text: string,
  around: {
    readonly sentAt: number
    readonly zone: number
    readonly people: readonly MailAddress[]
    /** The name of who reads the summary; '' where it is not known. */
    readonly reader?: string
  },
): Summary {
  // Signs for a model are no words of a letter.
  const all = sentencesOf(text.slice(0, TEXT_MAX)).filter((one) => one.text.search(TURNS) < 0)
  const facts = readersFirst(factsOf(all, around), around.reader ?? '', around.people)
  const once = new Set<string>()
  const candidates = all
    .filter(({ text: one }) => [...one].length >= 6 && !isGreeting(one) && once.size < once.add(one).size)
    .slice(0, COMPARED_MAX)
  const ranked = rank(candidates, facts)
  const wanted = Math.min(MOST, Math.max(2, Math.ceil(candidates.length / 3)))
  const chosen = candidates
    .map((sentence, index) => ({ sentence, index, score: ranked[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, wanted)
    .sort((a, b) => a.index - b.index)
  const sentences = chosen.map(({ sentence }) => sentence.text)
  return { sentences: sentences.length > 0 ? sentences : all.slice(0, 1).map((one) => one.text), facts }
}

/**
 * What the mail asks of its reader by name comes first, then what it asks without a name, then what it asks of others;
 * everything else stays in its place.
 */
function readersFirst(
  facts: readonly AssistantFact[],
  reader: string,
  people: readonly MailAddress[],
): readonly AssistantFact[] {
  const others = people.map(({ name }) => name).filter((name) => name !== '' && name !== reader)
  const rankOf = ({ quote }: AssistantFact) => {
    if (reader !== '' && quote.includes(reader)) return 0
    return others.some((name) => quote.includes(name)) ? 2 : 1
  }
  const actions = facts.filter(({ kind }) => kind === 'action').toSorted((a, b) => rankOf(a) - rankOf(b))
  return facts.map((fact) => (fact.kind === 'action' ? (actions.shift() ?? fact) : fact))
}

const isGreeting = (text: string): boolean => GREETING.test(text) && [...text].length < 24

function rank(sentences: readonly Sentence[], facts: readonly AssistantFact[]): number[] {
  const words = sentences.map(({ text }) => new Set(wholePairs(text)))
  const alike = words.map((mine, i) =>
    words.map((other, j) => {
      if (i === j || mine.size < 2 || other.size < 2) return 0
      let shared = 0
      for (const word of mine) if (other.has(word)) shared += 1
      return shared / (Math.log(mine.size) + Math.log(other.size))
    }),
  )
  const outgoing = alike.map((row) => row.reduce((sum, value) => sum + value, 0))
  let scores = sentences.map(() => 1)
  for (let round = 0; round < ROUNDS; round++) {
    scores = scores.map((_, i) => {
      const received = alike.reduce((sum, row, j) => {
        const total = outgoing[j] ?? 0
        return total === 0 ? sum : sum + ((row[i] ?? 0) / total) * (scores[j] ?? 0)
      }, 0)
      return 1 - DAMPING + DAMPING * received
    })
  }
  return scores.map((score, i) => {
    const { text } = sentences[i] ?? { text: '' }
    const held = facts.filter(({ quote }) => text.includes(quote))
    const bonus = held.reduce((sum, { kind }) => sum + (kind === 'action' ? 0.8 : kind === 'person' ? 0.1 : 0.5), 0)
    return score + Math.min(bonus, 1.6) + (i === 0 ? 0.4 : 0)
  })
}
