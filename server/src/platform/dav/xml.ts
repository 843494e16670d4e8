import sax from 'sax'

/** Namespace and local name of an element or a property. */
export interface XmlName {
  readonly ns: string
  readonly name: string
}

export interface XmlElement extends XmlName {
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
}

/** Namespaces of WebDAV and its extensions, with the prefixes under which they are written. */
export const DAV = 'DAV:'
export const CARDDAV = 'urn:ietf:params:xml:ns:carddav'
export const CALDAV = 'urn:ietf:params:xml:ns:caldav'
export const CALENDAR_SERVER = 'http://calendarserver.org/ns/'
export const APPLE = 'http://apple.com/ns/ical/'
const PREFIXES: Readonly<Record<string, string>> = {
  [DAV]: 'D',
  [CARDDAV]: 'C',
  [CALDAV]: 'A',
  [CALENDAR_SERVER]: 'S',
  [APPLE]: 'I',
}

/** Elements inside each other, and in all; a request of a client has some dozens, a multiget thousands. */
const DEPTH_MAX = 40
const ELEMENTS_MAX = 20_000
/** Attributes of one element; a request of a client has two or three, and the declarations of its namespaces. */
const ATTRIBUTES_MAX = 64

/** The body is no XML, or more than a request needs. */
export class XmlRefusedError extends Error {}

interface Open {
  readonly ns: string
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlElement[]
  text: string
}

/**
 * Reads the body of a request. Document types are refused, so there are no entities but the five of XML itself, and
 * nothing is ever fetched. `elementsMax`: for the answer of another server, which lists more. Throws `XmlRefusedError`.
 */
export function parseXml(body: string, elementsMax = ELEMENTS_MAX): XmlElement {
  const parser = sax.parser(true, { xmlns: true, trim: false })
  const stack: Open[] = []
  let root: XmlElement | null = null
  let elements = 0
  const refuse = (why: string): never => {
    throw new XmlRefusedError(why)
  }
  requireFewAttributes(body)
  parser.onerror = (error) => refuse(error.message)
  parser.ondoctype = () => refuse('a document type')
  parser.onopentag = (tag) => {
    elements += 1
    if (stack.length >= DEPTH_MAX || elements > elementsMax) refuse('too many elements')
    if (!('uri' in tag)) return
    const attributes = Object.fromEntries(Object.values(tag.attributes).map(({ local, value }) => [local, value]))
    stack.push({ ns: tag.uri, name: tag.local, attributes, children: [], text: '' })
  }
  const addText = (text: string) => {
    const top = stack.at(-1)
    if (top) top.text += text
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    const closed = stack.pop()
    if (!closed) return
    const parent = stack.at(-1)
    if (parent) parent.children.push(closed)
    else root = closed
  }
  parser.write(body).close()
  return root ?? refuse('nothing')
}

/**
 * Throws `XmlRefusedError` for an element with more attributes than a request needs, before the parser compares each of
 * them with all before it: a hundred thousand took it nine seconds. Goes through the body once.
 */
function requireFewAttributes(body: string): void {
  for (let at = body.indexOf('<'); at >= 0; at = body.indexOf('<', at)) {
    const closing = NOT_AN_ELEMENT.find(([begin]) => body.startsWith(begin, at))?.[1]
    if (closing !== undefined) {
      const end = body.indexOf(closing, at)
      if (end < 0) return
      at = end
      continue
    }
    let attributes = 0
    let quote = ''
    for (at++; at < body.length; at++) {
      const sign = body.charAt(at)
      if (quote !== '') quote = sign === quote ? '' : quote
      else if (sign === '"' || sign === "'") quote = sign
      else if (sign === '>') break
      // One without a value is an error that the parser notices at once.
      else if (sign === '=' && ++attributes > ATTRIBUTES_MAX) throw new XmlRefusedError('too many attributes')
    }
  }
}

/** How what is no element begins and ends. */
const NOT_AN_ELEMENT = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The first child of a name. */
export const childOf = (element: XmlElement, ns: string, name: string): XmlElement | undefined =>
  element.children.find((child) => child.ns === ns && child.name === name)

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text of an element or an attribute; what XML has no way to write is left out. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML 1.0 cannot hold
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/** An element with what is inside of it, which is XML already. Names of other namespaces bring their own. */
export function xml({ ns, name }: XmlName, inside = '', attributes = ''): string {
  const prefix = PREFIXES[ns]
  const tag = prefix ? `${prefix}:${name}` : `X:${name}`
  const declared = `${prefix ? '' : ` xmlns:X="${escapeXml(ns)}"`}${attributes}`
  return inside === '' ? `<${tag}${declared}/>` : `<${tag}${declared}>${inside}</${tag}>`
}

export const dav = (name: string): XmlName => ({ ns: DAV, name })

/** How every answer begins. */
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n'
export const NAMESPACES = Object.entries(PREFIXES)
  .map(([ns, prefix]) => ` xmlns:${prefix}="${ns}"`)
  .join('')
