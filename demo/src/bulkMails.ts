import { composeMail, UTF8 } from './composeMail.ts'
import { CUSTOMERS, PARTNERS } from './outsideMails.ts'
import { createRandom } from './random.ts'
import { SLOTS, TOPICS } from './topics.ts'

export interface BulkOptions {
  /** Date of the newest mail; each older one is two minutes earlier. */
  readonly now: Date
  readonly seed?: number
  /** Address that all of them are sent to. */
  readonly to?: string
  /** Share of mails with an HTML of some 30 kB; by default 5 % of up to 10,000 mails and none of more. */
  readonly htmlRatio?: number
}

export interface BulkMail {
  /** Position, 0 for the oldest. */
  readonly index: number
  readonly raw: Uint8Array
  readonly messageId: string
  readonly from: string
  /** Epoch milliseconds. */
  readonly date: number
}

/** The word that stands in the subject of every twentieth mail, and in no other text of them. */
export const BULK_SUBJECT_WORD = '会议'
/** The word that stands in the body of every hundredth mail, and in no other text of them. */
export const BULK_BODY_WORD = '蓝鲸'

const MAIL_EVERY = 120_000

/** How many of `count` bulk mails a search for each word finds. */
export function bulkExpectations(count: number): { subjectWord: number; bodyWord: number } {
  return { subjectWord: Math.ceil(count / 20), bodyWord: Math.ceil(Math.max(0, count - 7) / 100) }
}

/**
 * Mails for benchmarks and imports, oldest first: 1 to 6 kB each, varied, several thousand a second. The words of
 * {@link bulkExpectations} are placed by position, so their counts are known for every `count` and seed.
 */
export function* bulkMails(count: number, options: BulkOptions): Generator<BulkMail> {
  const { now, seed = 7, to = 'zhang.wei@yanshu.test', htmlRatio = count <= 10_000 ? 0.05 : 0 } = options
  const random = createRandom(seed)
  const sentences = bulkSentences()
  const senders = [...PARTNERS, ...CUSTOMERS]
  const form = { ...UTF8, transfer: '8bit' as const }
  const html = bulkHtml(sentences)
  for (let index = 0; index < count; index++) {
    const sender = senders[random.int(senders.length)] ?? PARTNERS[0]
    const date = now.getTime() - (count - 1 - index) * MAIL_EVERY
    const messageId = `<bulk.${seed}.${index}@yanshu.test>`
    const word = index % 20 === 0 ? BULK_SUBJECT_WORD : random.pick(['通知', '周报', '合同', '反馈', '更新'])
    const subject = `${random.pick(SLOTS.project ?? ['天枢'])}${word} ${index} ${random.pick(SLOTS.customer ?? ['东湖物流'])}`
    const lines = Array.from({ length: random.between(8, 40) }, () => sentences[random.int(sentences.length)] ?? '')
    if (index % 100 === 7) lines.splice(random.int(lines.length), 0, `本批次的代号是${BULK_BODY_WORD}，请勿外传。`)
    const body = `您好：\n\n${lines.join('\n')}\n\n编号 ${index}\n`
    const large = random.next() < htmlRatio
    const raw = composeMail({
      from: sender,
      to: [{ name: '', address: to }],
      subject,
      date,
      messageId,
      text: body,
      ...(large ? { html: html.replace('<!--body-->', lines.join('<br>')) } : {}),
      form,
    })
    yield { index, raw, messageId, from: sender.address, date }
  }
}

/** One entry of an mbox file (the "mboxrd" form, which can be undone): separator, quoted `From ` lines, blank line. */
export function mboxEntry(mail: Pick<BulkMail, 'raw' | 'from' | 'date'>): Uint8Array {
  const day = new Date(mail.date).toUTCString()
  const separator = `From ${mail.from} ${day.slice(0, 3)} ${day.slice(8, 11)} ${day.slice(5, 7)} ${day.slice(17, 25)} ${day.slice(12, 16)}\n`
  const text = Buffer.from(mail.raw)
    .toString('latin1')
    .replaceAll('\r\n', '\n')
    .replace(/^(>*From )/gm, '>$1')
  return Buffer.from(`${separator}${text}\n`, 'latin1')
}

/** Sentences of the topics with every slot filled, without the words whose number is known. */
function bulkSentences(): string[] {
  const sentences = TOPICS.flatMap((topic) => [...topic.opening, ...topic.replies.flat()]).flatMap((text, index) =>
    [0, 1, 2].map((variant) =>
      text.replace(/\{([a-z-]+)\}/g, (_, slot: string) => {
        const values = SLOTS[slot] ?? ['同事']
        return values[(index + variant * 3) % values.length] ?? ''
      }),
    ),
  )
  return sentences.filter((text) => !text.includes(BULK_SUBJECT_WORD) && !text.includes(BULK_BODY_WORD))
}

function bulkHtml(sentences: readonly string[]): string {
  const rows: string[] = []
  for (let size = 0, i = 0; size < 20_000; i++) {
    const row = `<tr><td style="padding:8px;border-bottom:1px solid #e5e6eb">${sentences[i % sentences.length] ?? ''}</td></tr>`
    rows.push(row)
    size += row.length
  }
  return `<!DOCTYPE html><html><body><div><!--body--></div><table width="100%">${rows.join('')}</table></body></html>`
}
