import createDOMPurify, { type DOMPurify } from 'dompurify'
import { boundMail, type MailSheet } from './bound/boundMail.ts'
import { REFUSED_WITH_CONTENT, TAGS } from './elements.ts'
import type { MailWindow } from './mailPass.ts'

/** A mail parsed into a document that belongs to no window, so nothing in it loads or runs. */
export interface ParsedMail {
  readonly document: Document
  readonly sheets: readonly MailSheet[]
  /** Whether the mail goes on behind what was parsed. */
  readonly more: boolean
}

const ATTRIBUTES = (
  'abbr align alt background bgcolor border cellpadding cellspacing cite class clear color cols colspan compact ' +
  'coords dir face frame headers height href hreflang hspace id lang link nowrap open poster reversed role rowspan ' +
  'rules scope selected shape size span src srcset start style summary text title type usemap valign value vspace ' +
  'width wrap'
).split(' ')

const CONFIG = {
  ALLOWED_TAGS: [...TAGS],
  ALLOWED_ATTR: ATTRIBUTES,
  FORBID_CONTENTS: [...REFUSED_WITH_CONTENT],
  ALLOW_DATA_ATTR: false,
  ALLOW_UNKNOWN_PROTOCOLS: false,
  SANITIZE_DOM: true,
  WHOLE_DOCUMENT: true,
}

const sanitizers = new WeakMap<object, DOMPurify>()

/**
 * Parses a mail up to `units` of work (see `boundMail`) and removes everything that is not on the lists, with a DOMPurify of our
 * own for the given window: hooks and settings of other users of the library do not reach it. No parser of the browser
 * sees what is too deep for it, nor a style sheet: sheets are taken out as text for their pass.
 */
export function parseMail(html: string, units: number, window: MailWindow): ParsedMail {
  const purify = sanitizers.get(window) ?? createDOMPurify(window)
  sanitizers.set(window, purify)
  const bound = boundMail(html, units)
  const { ownerDocument: document } = purify.sanitize(bound.html, { ...CONFIG, RETURN_DOM: true })
  if (!document) throw new Error('DOMPurify gave back a tree without a document')
  if (!document.body) document.documentElement.append(document.createElement('body'))
  return { document, sheets: bound.sheets, more: bound.more }
}
