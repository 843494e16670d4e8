import type { MailReader } from '../../../platform/actor/actor.ts'
import type { Context } from '../../../store/context/context.ts'
import { readText } from '../../../store/database/storedText.ts'
import { openMailbox } from '../../../store/mailbox/index.ts'
import { phrasesOf } from '../../../store/search/tokens.ts'
import { sentencesOf } from '../summary/sentences.ts'
import { questionParts, questionTokens, stem, wholePairs } from '../words/questionWords.ts'

/** A mail that may answer, and its sentence that does best. */
export interface FoundMail {
  readonly mailId: number
  readonly mailboxId: number
  readonly subject: string
  readonly from: string
  readonly receivedAt: number
  readonly quote: string
  /** How much of what was asked the mail holds, from 0 to 1. */
  readonly covered: number
}

/** Parts of a question that are searched for one by one, and the mails that each may bring. */
const PARTS_MAX = 6
const HITS_PER_PART = 30
/** Mails that are read, and the characters of each. */
const READ_MAX = 24
const TEXT_MAX = 20_000
const SHOWN = 3

/** What a part asks for: itself, and where it is long and Chinese, its halves too, since people rarely quote. */
function searchesOf(question: string): string[] {
  const searches: string[] = []
  for (const part of questionParts(question)) {
    searches.push(part)
    const characters = [...part]
    if (/^\p{Script=Han}{4,}$/u.test(part)) {
      searches.push(characters.slice(0, 2).join(''), characters.slice(-2).join(''))
    }
  }
  return [...new Set(searches)].slice(0, PARTS_MAX)
}

/**
 * The mails of an account that answer a question best, at most three. Recycle bin, spam, folders with a password and mails
 * with a reading password are left out.
 */
export async function findInMails(context: Context, reader: MailReader, question: string): Promise<FoundMail[]> {
  const asked = [...new Set(questionTokens(question).map(stem))]
  if (asked.length === 0) return []
  const mailbox = openMailbox(context, reader)
  const searches = searchesOf(question)
  const found = await mailbox.findEach(searches.map(phrasesOf), { limit: HITS_PER_PART, without: ['drafts'] })
  const hits = new Map<number, number>()
  for (const [at, search] of searches.entries()) {
    for (const { id } of found[at] ?? []) hits.set(id, (hits.get(id) ?? 0) + search.length)
  }
  const best = [...hits].sort(([, a], [, b]) => b - a).slice(0, READ_MAX)
  if (best.length === 0) return []
  const texts = await mailbox.texts(best.map(([id]) => id))
  // Of mails whose heading has all that was asked, the one whose sentence has it too comes first.
  return texts
    .filter(({ restrictions }) => restrictions.toAssistant)
    .map((row): FoundMail & { readonly named: boolean; readonly held: number } => {
      const text = readText(row.text ?? '').slice(0, TEXT_MAX)
      const heading = `${row.subject} ${row.from_name}`
      const best = bestSentence(asked, heading, text)
      const named = namesSubject(question, row.subject)
      return {
        mailId: row.id,
        mailboxId: row.folder_id,
        subject: row.subject,
        from: row.from_name || row.from_address,
        receivedAt: row.received_at,
        quote: best.quote,
        covered: named ? 1 : best.covered,
        named,
        held: best.held,
      }
    })
    .sort((a, b) => Number(b.named) - Number(a.named) || b.held - a.held || b.receivedAt - a.receivedAt)
    .slice(0, SHOWN)
}

/** Characters of a subject that is found in a question; a shorter one is a word of many questions. */
const SUBJECT_MIN = 4
const PREFIXES = /^(?:\s*(?:re|fwd?|aw|回复|答复|转发)\s*[:：])+\s*/i

/** Whether a question names a mail by its whole subject: then that mail is asked about, and no other. */
function namesSubject(question: string, subject: string): boolean {
  const plain = subject.replace(PREFIXES, '').trim().toLowerCase()
  return [...plain].length >= SUBJECT_MIN && question.toLowerCase().includes(plain)
}

const share = (asked: readonly string[], text: string): number => {
  const held = new Set(wholePairs(text).map(stem))
  return asked.filter((token) => held.has(token)).length / asked.length
}

interface BestSentence {
  readonly quote: string
  readonly covered: number
  /** The same, and above 1 where the sentence itself has what the heading has already. */
  readonly held: number
}

/** The sentence that holds most of what was asked, counted together with the words of the mail's heading. */
function bestSentence(asked: readonly string[], heading: string, text: string): BestSentence {
  let quote = ''
  let most = -1
  for (const { text: sentence } of sentencesOf(text)) {
    const covered = share(asked, `${heading} ${sentence}`) + share(asked, sentence) / 10
    if (covered <= most) continue
    most = covered
    quote = sentence
  }
  const held = Math.max(share(asked, `${heading} ${text}`) * 0.8, Math.max(0, most))
  return { quote, covered: Math.min(1, held), held }
}
