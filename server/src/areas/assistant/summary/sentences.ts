/** A sentence of a mail with where it stands in its text, in UTF-16 units. */
export interface Sentence {
  readonly text: string
  readonly start: number
}

/** A line from which on the mail quotes another one. */
const QUOTED_FROM =
  /^\s*(?:>|-{2,}\s*(?:原始邮件|原邮件|转发的邮件|Original Message|Forwarded message)|发件人\s*[:：]|From:\s.*@|在.{4,60}写道[:：]|On .{6,80} wrote:)/i
const SIGNATURE = /^\s*--\s*$/
/** A stop ends a sentence; an English one only before a blank, so that 3.5 and example.com stay whole. */
const END = /[。！？!?；;…]+["”』）)]*|\.(?=\s|$)/g
const SENTENCES_MAX = 400

/** The sentences of what the sender wrote: without what is quoted and signed. Lines end sentences too. */
export function sentencesOf(text: string): Sentence[] {
  const found: Sentence[] = []
  let at = 0
  for (const line of text.split('\n')) {
    if (found.length > 0 && (QUOTED_FROM.test(line) || SIGNATURE.test(line))) break
    if (!/^\s*>/.test(line)) {
      let from = 0
      for (const end of [...Array.from(line.matchAll(END), (match) => match.index + match[0].length), line.length]) {
        const raw = line.slice(from, end)
        const sentence = raw.trim()
        if (/[\p{L}\p{N}]/u.test(sentence)) found.push({ text: sentence, start: at + from + raw.indexOf(sentence) })
        from = end
        if (found.length >= SENTENCES_MAX) return found
      }
    }
    at += line.length + 1
  }
  return found
}
