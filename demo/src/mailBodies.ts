import type { MailAddress } from '@yanshu/contracts'

/** What a reply quotes. */
export interface Quoted {
  readonly from: MailAddress
  readonly date: number
  readonly text: string
  readonly html: string
  readonly english: boolean
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The plain text of a mail: its paragraphs, signature and what it answers. */
export function plainBody(paragraphs: readonly string[], signature: readonly string[], quoted: Quoted | null): string {
  if (paragraphs.length === 0 && !quoted) return ''
  const own = paragraphs.join('\n\n')
  const signed = signature.length > 0 ? `\n\n-- \n${signature.join('\n')}` : ''
  if (!quoted) return `${own}${signed}\n`
  const former = quoted.text
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  return `${own}${signed}\n\n${attribution(quoted)}\n${former.join('\n')}\n`
}

/** The same as HTML, the way a rich editor writes it. */
export function richBody(paragraphs: readonly string[], signature: readonly string[], quoted: Quoted | null): string {
  const lines = paragraphs.map((text) => `<p>${escapeHtml(text).replace(/\n/g, '<br>')}</p>`).join('')
  const signed =
    signature.length > 0
      ? `<div class="signature" style="color:#86909c">-- <br>${signature.map(escapeHtml).join('<br>')}</div>`
      : ''
  const former = quoted
    ? `<div>${escapeHtml(attribution(quoted))}</div><blockquote style="margin:0 0 0 8px;padding-left:8px;border-left:2px solid #c9cdd4">${quoted.html}</blockquote>`
    : ''
  return `<div style="font-size:14px;line-height:1.7">${lines}</div>${signed}${former}`
}

/** A whole HTML document around a rich body. */
export function htmlDocument(body: string): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${body}</body></html>`
}

function attribution({ from, date, english }: Quoted): string {
  const local = new Date(date + 8 * 3_600_000)
  const time = local.toISOString().slice(11, 16)
  const who = from.name ? `${from.name} <${from.address}>` : from.address
  if (english) return `On ${local.toUTCString().slice(0, 16)} at ${time}, ${who} wrote:`
  return `在 ${local.getUTCFullYear()}年${local.getUTCMonth() + 1}月${local.getUTCDate()}日 ${time}，${who} 写道：`
}
