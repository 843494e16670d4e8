import { StringDecoder } from 'node:string_decoder'
import sax from 'sax'

/** Elements inside of each other. */
const DEPTH_MAX = 200

/** What is no XML, has a document type, or is nested deeper than any program writes. */
export class XmlUnreadableError extends Error {}

export interface XmlHandlers {
  /** Names are without their prefixes, of elements and of attributes. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads XML piece by piece. A document type is refused, so there are no entities but those of XML itself, and nothing is
 * fetched. Throws `XmlUnreadableError`, and what a handler throws.
 */
export async function readXml(content: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const parser = sax.parser(true)
  let depth = 0
  const refuse = (why: string): never => {
    throw new XmlUnreadableError(why)
  }
  parser.onerror = (error) => refuse(error.message)
  parser.ondoctype = () => refuse('a document type')
  parser.onopentag = ({ name, attributes }) => {
    depth += 1
    if (depth > DEPTH_MAX) refuse('too deep')
    const named = Object.entries(attributes).map(([key, value]) => [localName(key), String(value)])
    handlers.open?.(localName(name), Object.fromEntries(named))
  }
  parser.onclosetag = (name) => {
    depth -= 1
    handlers.close?.(localName(name))
  }
  parser.ontext = (text) => handlers.text?.(text)
  parser.oncdata = (text) => handlers.text?.(text)
  let decoder: StringDecoder | null = null
  for await (const piece of content) {
    const bytes = Buffer.from(piece)
    decoder ??= new StringDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8')
    parser.write(decoder.write(bytes))
  }
  parser.close()
}
