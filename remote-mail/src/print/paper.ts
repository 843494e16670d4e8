import {
  type Attachment,
  escapeHtml,
  type MailAddress,
  type MailDetail,
  minuteOf,
  watermarkText,
  watermarkTile,
} from '@yanshu/contracts'
import { type MailWindow, type RenderedMail, renderMailHtml } from '@yanshu/mail-html'
import { format, http, language, session, settings } from '@yanshu/shell-api'
import { picturesOf, sourceOf } from '../reading/mailSource.ts'
import type { PaperMail, PaperMails } from './paperMails.ts'
import { sayPrint } from './words.ts'

/** Whether pictures from elsewhere are shown in a mail. */
export type Allows = (detail: MailDetail) => boolean

const people = (list: readonly MailAddress[]): string =>
  list
    .map(({ name, address }) => escapeHtml(name ? `${name} <${address}>` : address))
    .join(language() === 'zh' ? '、' : ', ')

const files = (list: readonly Attachment[]): string =>
  list.map(({ name, size }) => `${escapeHtml(name)} (${escapeHtml(format().bytes(size))})`).join('<br>')

/** The head of a letter on paper: subject, people, moment, and what is attached with its size. */
export function headOf(detail: MailDetail): string {
  const line = (label: string, value: string) =>
    value ? `<tr><th scope="row">${escapeHtml(sayPrint(label))}</th><td>${value}</td></tr>` : ''
  return [
    `<h1>${escapeHtml(detail.subject || sayPrint('noSubject'))}</h1>`,
    '<table>',
    line('from', people([detail.from])),
    line('to', people(detail.to)),
    line('cc', people(detail.cc)),
    line('bcc', people(detail.bcc)),
    line('time', escapeHtml(format().exactTime(detail.sentAt ?? detail.date))),
    line('attachments', files(detail.attachments.filter(({ contentId }) => contentId === null))),
    '</table>',
  ].join('')
}

/**
 * Mails as one document for `mountMail`, through the same cleaning as for reading. The rules of each mail reach that mail
 * alone (`@scope`, CSS Cascade 6), and no head.
 */
export function paperOf({ mails, apart, note }: PaperMails, allows: Allows, window: MailWindow): RenderedMail {
  const sheets = mails.map((mail, at) => sheetOf(mail, at, allows, window))
  const above = note ? `<p class="yanshu-note">${escapeHtml(note)}</p>` : ''
  const mark = watermarkStyle()
  const held = sheets.flatMap(({ rendered }) => (rendered ? [rendered.heldImages] : []))
  return {
    html: `<div class="yanshu-mail yanshu-paper${apart ? ' yanshu-apart' : ''}">${mark ? '<div class="yanshu-watermark" aria-hidden="true"></div>' : ''}${above}${sheets.map(({ html }) => html).join('')}</div>`,
    css: [paperStyle(), mark, ...sheets.map(({ css }) => css)].join('\n'),
    heldImages: {
      count: held.reduce((sum, { count }) => sum + count, 0),
      hosts: [...new Set(held.flatMap(({ hosts }) => hosts))].sort(),
    },
    remoteImages: [],
    deceptiveLinks: [],
    hasQuote: false,
    direction: 'ltr',
    textLength: sheets.reduce((sum, { rendered }) => sum + (rendered?.textLength ?? 0), 0),
    tone: 'paper',
    rest: 'none',
  }
}

interface Sheet {
  readonly html: string
  readonly css: string
  readonly rendered?: RenderedMail
}

function sheetOf(mail: PaperMail, at: number, allows: Allows, window: MailWindow): Sheet {
  if ('failed' in mail) return { html: noteSheet(sayPrint('failed', { why: mail.failed })), css: '' }
  const { detail } = mail
  const head = `<header class="yanshu-head">${headOf(detail)}</header>`
  if (detail.restricted) return { html: noteSheet(sayPrint('restricted'), head), css: '' }
  const rendered = renderMailHtml(sourceOf(detail), {
    mode: 'print',
    window,
    allowRemote: allows(detail),
    cid: picturesOf(detail),
    remoteImageUrl: (url) => http.fileUrl('file/remoteImage', { url }),
  })
  const name = `yanshu-sheet-${at}`
  return {
    html: `<section class="yanshu-sheet ${name}">${head}${rendered.html}</section>`,
    css: rendered.css ? `@scope (.${name} > .yanshu-mail) {\n${rendered.css}\n}` : '',
    rendered,
  }
}

const noteSheet = (text: string, head = '') =>
  `<section class="yanshu-sheet">${head}<p class="yanshu-note">${escapeHtml(text)}</p></section>`

/** The line at the foot of each page, as the value of `content` (CSS Paged Media 3 §4). */
function pageLine(): string {
  const [before, between, after] = sayPrint('page', { page: '\n', pages: '\n' }).split('\n')
  const text = (part: string | undefined) => JSON.stringify(part ?? '')
  return `${text(before)} counter(page) ${text(between)} counter(pages) ${text(after)}`
}

/** The watermark of the organisation on each page, '' while it has none: what is fixed is printed again on every page. */
function watermarkStyle(): string {
  const { watermark, general } = settings.current()
  if (!watermark) return ''
  const state = session.state()
  const address = state.status === 'open' ? state.userMail : ''
  const tile = watermarkTile(watermarkText(watermark, address, minuteOf(Date.now(), general.timeZone)))
  return `@layer guard { .yanshu-paper > .yanshu-watermark { position: fixed !important; inset: 0 !important; z-index: 1 !important; pointer-events: none; background-image: ${tile} !important; print-color-adjust: exact; } }`
}

/** A mail can overrule nothing of the layer `guard`, which `frameStyle` declares first. */
const paperStyle = (): string => `@layer guard {
  .yanshu-sheet > .yanshu-mail { height: auto !important; min-height: 0 !important; max-height: none !important; display: flow-root !important; overflow: visible !important; float: none !important; margin: 0 !important; }
  .yanshu-paper, .yanshu-sheet, .yanshu-head { background: #fff !important; color: #000 !important; }
}
.yanshu-head { margin-bottom: 12px; padding-bottom: 8px; border-bottom: 1px solid #000; break-after: avoid; break-inside: avoid; }
.yanshu-head h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; font-weight: 600; }
.yanshu-head table { font-size: 13px; line-height: 1.5; }
.yanshu-head th { padding: 1px 12px 1px 0; font-weight: 400; color: #444; text-align: start; vertical-align: top; white-space: nowrap; }
.yanshu-head td { padding: 1px 0; overflow-wrap: anywhere; }
.yanshu-note { color: #444; }
.yanshu-sheet + .yanshu-sheet { margin-top: 24px; padding-top: 16px; border-top: 2px solid #000; }
@media print {
  .yanshu-apart > .yanshu-sheet + .yanshu-sheet { margin-top: 0; padding-top: 0; border-top: 0; break-before: page; }
  thead { display: table-header-group; }
  @page { margin: 16mm 16mm 20mm; @bottom-center { content: ${pageLine()}; font: 9pt/1 sans-serif; color: #444; } }
}`
