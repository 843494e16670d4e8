import { EVENT_HTML_MAX } from '@yanshu/contracts'
import sanitize from 'sanitize-html'
import { boundHtml } from '../../mime/boundHtml.ts'

/** What the words of an event may be made of: no styles, no pictures, nothing that is fetched or runs. */
const TAGS =
  'a b blockquote br code del div em h1 h2 h3 h4 hr i ins li ol p pre s span strike strong sub sup table tbody td tfoot th thead tr u ul'.split(
    ' ',
  )

/**
 * The formatted words of an event as they are kept, from any author: the tags of the list without attributes but for
 * web, mail and telephone links. '' where nothing is left to be formatted, and where it would be longer than
 * `EVENT_HTML_MAX`.
 */
export function eventHtml(html: string): string {
  if (html.trim() === '') return ''
  const clean = sanitize(boundHtml(html.slice(0, EVENT_HTML_MAX), { plain: true }), {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'head', 'xml'],
  }).trim()
  const empty = clean.replace(/<(?!hr)[^>]*>|&nbsp;|\s/g, '') === ''
  return empty || clean.length > EVENT_HTML_MAX ? '' : clean
}
