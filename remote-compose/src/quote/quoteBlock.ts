import { escapeHtml, type Language, type MailAddress, type WriteStart } from '@yanshu/contracts'
import { plainTextToHtml } from '@yanshu/mail-html'

type Quoted = NonNullable<WriteStart['quoted']>

/** Words of the block's head. They go out with the mail, so they are not messages of the screen. */
const WORDS = {
  zh: {
    reply: '原始邮件',
    forward: '转发邮件',
    from: '发件人：',
    date: '发送时间：',
    to: '收件人：',
    cc: '抄送：',
    subject: '主题：',
    between: '；',
  },
  en: {
    reply: 'Original message',
    forward: 'Forwarded message',
    from: 'From: ',
    date: 'Sent: ',
    to: 'To: ',
    cc: 'Cc: ',
    subject: 'Subject: ',
    between: '; ',
  },
} as const satisfies Record<Language, Record<string, string>>

/** The line by which readers, and this program when it opens a mail again, see where the old mail begins. */
export const QUOTE_DIVIDER = /^\s*-{6,} (?:原始邮件|转发邮件|Original message|Forwarded message) -{6,}/

const HEAD_STYLE =
  'margin:0 0 12px;padding:8px 12px;background-color:#f2f3f5;border-radius:4px;font-size:12px;line-height:1.6;color:#4e5969'
const CITE_STYLE = 'margin:0;padding:0 0 0 12px;border-left:2px solid #c9cdd4'

export interface QuoteOptions {
  readonly language: Language
  /** Writes the moment the old mail was sent, in the writer's language and time zone. */
  readonly date: (ms: number) => string
  /** Makes hostile HTML safe to send on; see `cleanMailHtml`. */
  readonly clean: (html: string) => string
}

/**
 * The old mail as it stands below the new text: a divider, who wrote what to whom and when, and the mail itself, cleaned
 * but otherwise untouched. An answer cites it; a forwarded mail is passed on as it was.
 */
export function quoteBlock(quoted: Quoted, kind: 'reply' | 'forward', { language, date, clean }: QuoteOptions): string {
  const words = WORDS[language]
  const people = (list: readonly MailAddress[]) =>
    list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(words.between)
  const rows = [
    [words.from, people([quoted.from])],
    [words.date, date(quoted.date)],
    [words.to, people(quoted.to)],
    ...(quoted.cc.length > 0 ? [[words.cc, people(quoted.cc)]] : []),
    [words.subject, quoted.subject],
  ]
  const head = rows
    .map(([label = '', value = '']) => `<div><b>${escapeHtml(label)}</b>${escapeHtml(value)}</div>`)
    .join('')
  const body = clean(quoted.html ?? plainTextToHtml(quoted.text ?? ''))
  const divider = `<div style="margin:0 0 8px;color:#86909c;font-size:12px">------------------ ${words[kind]} ------------------</div>`
  const mail =
    kind === 'reply' ? `<blockquote type="cite" style="${CITE_STYLE}">${body}</blockquote>` : `<div>${body}</div>`
  return `${divider}<div style="${HEAD_STYLE}">${head}</div>${mail}`
}
