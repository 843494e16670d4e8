import { escapeHtml, GENERAL_DEFAULTS } from '@yanshu/contracts'
import type { ParserWindow, Spacing } from '@yanshu/ui/editor'
import { type LetterPaper, PAPER_CLASS, SHEET_CLASS } from '../papers/letterPaper.ts'
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

/** A letter taken apart. */
export interface SplitLetter extends LetterParts {
  /** What the paper that it is on is drawn by (`designOf`); null without one. */
  readonly paperMark: string | null
}

const plainHtml = (text: string): string =>
  escapeHtml(text)
    .split('\n')
    .map((line) => `<div>${line.replace(/ {2}/g, '&nbsp; ').replace(/^ /, '&nbsp;') || '<br>'}</div>`)
    .join('')

/**
 * One HTML of a letter, as drafts and mails hold it. The marks by which {@link splitLetter} separates it again are
 * data attributes; the server leaves them out of what it sends.
 */
export function joinLetter(
  { plain, spacing, wordSize, body, quote }: LetterParts,
  paper: LetterPaper | null = null,
): string {
  const colour = paper ? `;color:${paper.design.text}` : ''
  const style = `font-family:${FONTS};font-size:${wordSize}px;line-height:${LINE_HEIGHT[spacing]}${colour}`
  const marks = `data-yanshu-body="${plain ? 'plain' : 'rich'}" data-yanshu-spacing="${spacing}" data-yanshu-size="${wordSize}"`
  const written = `<div ${marks} style="${style}">${plain ? plainHtml(body) : body}</div>`
  const text = paper ? `${paper.before}${written}${paper.after}` : written
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
 * Splits a letter into its parts. Of a mail that was sent before, the server has left no marks: there the divider of the quoted
 * mail separates the parts. HTML of others is all text. Nothing is cleaned here; the caller does so with each part.
 */
export function splitLetter(html: string, window: ParserWindow = globalThis): SplitLetter {
  const { body: page } = new window.DOMParser().parseFromString(html, 'text/html')
  const framed = page.querySelector<HTMLElement>(`:scope > .${PAPER_CLASS}`)
  const sheet = framed?.querySelector<HTMLElement>(`.${SHEET_CLASS}`) ?? null
  const marked = (sheet ?? page).querySelector<HTMLElement>(':scope > [data-yanshu-body]')
  const quote =
    page.querySelector<HTMLElement>(':scope > [data-yanshu-quote]') ??
    [...page.children].slice(1).find((block) => QUOTE_DIVIDER.test(block.firstElementChild?.textContent ?? ''))
  const written = marked ?? sheet ?? (quote ? page.firstElementChild : null)
  const plain = marked?.dataset.yanshuBody === 'plain'
  return {
    plain,
    spacing: asSpacing(marked?.dataset.yanshuSpacing),
    wordSize: asSize(marked?.dataset.yanshuSize),
    body: marked && plain ? plainText(marked) : (written ?? page).innerHTML,
    quote: quote?.innerHTML ?? null,
    paperMark: sheet ? (framed?.className.split(' ')[1] ?? null) : null,
  }
}
