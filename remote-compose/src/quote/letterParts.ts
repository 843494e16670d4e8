import { GENERAL_DEFAULTS } from '@yanshu/contracts'
import type { ParserWindow, Spacing } from '@yanshu/ui/editor'
import { escapeHtml } from './escapeHtml.ts'
import { QUOTE_DIVIDER } from './quoteBlock.ts'

const LINE_HEIGHT: Readonly<Record<Spacing, string>> = { small: '1.3', normal: '1.65', large: '2.2' }

/** Fonts of the text where the writer chose none; every program that reads mail on a Chinese system has one of them. */
const FONTS = "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"

/** What a written mail is made of. */
export interface LetterParts {
  readonly plain: boolean
  readonly spacing: Spacing
  /** CSS pixels of the text where the writer chose none. */
  readonly wordSize: number
  /** HTML of the text, or the text itself when `plain`. */
  readonly body: string
  /** The quoted mail with its head, null when there is none. */
  readonly quote: string | null
}

const plainHtml = (text: string): string =>
  escapeHtml(text)
    .split('\n')
    .map((line) => `<div>${line.replace(/ {2}/g, '&nbsp; ').replace(/^ /, '&nbsp;') || '<br>'}</div>`)
    .join('')

/**
 * One HTML of a letter, as drafts and mails hold it. The marks by which {@link splitLetter} takes it apart again are
 * data attributes; the server leaves them out of what it sends.
 */
export function joinLetter({ plain, spacing, wordSize, body, quote }: LetterParts): string {
  const style = `font-family:${FONTS};font-size:${wordSize}px;line-height:${LINE_HEIGHT[spacing]}`
  const marks = `data-yanshu-body="${plain ? 'plain' : 'rich'}" data-yanshu-spacing="${spacing}" data-yanshu-size="${wordSize}"`
  const text = `<div ${marks} style="${style}">${plain ? plainHtml(body) : body}</div>`
  return quote === null ? text : `${text}<div data-yanshu-quote="" style="margin-top:24px">${quote}</div>`
}

const asSpacing = (text: string | undefined): Spacing => (text === 'small' || text === 'large' ? text : 'normal')

/** Letters of versions before say no size. */
const asSize = (text: string | undefined): number => {
  const size = Number(text)
  return size >= 8 && size <= 72 ? size : GENERAL_DEFAULTS.wordSize
}

/** The text of a plain letter: one line for each block, as it was joined. */
function plainText(body: Element): string {
  return [...body.children].map((line) => (line.textContent ?? '').replaceAll('\u00a0', ' ')).join('\n')
}

/**
 * Takes a letter apart. Of a mail that was sent before, the server has left no marks: there the divider of the quoted
 * mail tells the parts. HTML of others is all text. Nothing is cleaned here; the caller does so with each part.
 */
export function splitLetter(html: string, window: ParserWindow = globalThis): LetterParts {
  const { body: page } = new window.DOMParser().parseFromString(html, 'text/html')
  const marked = page.querySelector<HTMLElement>(':scope > [data-yanshu-body]')
  const quote =
    page.querySelector<HTMLElement>(':scope > [data-yanshu-quote]') ??
    [...page.children].slice(1).find((block) => QUOTE_DIVIDER.test(block.firstElementChild?.textContent ?? ''))
  const written = quote ? (marked ?? page.firstElementChild) : marked
  const plain = marked?.dataset.yanshuBody === 'plain'
  return {
    plain,
    spacing: asSpacing(marked?.dataset.yanshuSpacing),
    wordSize: asSize(marked?.dataset.yanshuSize),
    body: marked && plain ? plainText(marked) : (written ?? page).innerHTML,
    quote: quote?.innerHTML ?? null,
  }
}
