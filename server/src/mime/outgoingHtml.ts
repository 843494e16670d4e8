import sanitize from 'sanitize-html'
import { boundHtml } from './boundHtml.ts'
import { outgoingStyle } from './outgoingStyle.ts'

/** A picture of the text, by its address. */
export type PictureSource =
  | { readonly kind: 'file'; readonly id: string }
  | { readonly kind: 'data'; readonly contentType: string; readonly content: Uint8Array }

export interface OutgoingHtml {
  /** The HTML as it is sent: pictures by `cid:`, nothing that runs. */
  readonly html: string
  /** The pictures to be sent with it, by Content-ID. */
  readonly pictures: ReadonlyMap<string, PictureSource>
}

const PICTURE_PATH = /(?:^|\/)file\/showSendMailPicture\/([\w-]{16,80})(?:[?#].*)?$/
const DATA_PICTURE = /^data:(image\/(?:png|jpeg|gif|webp));base64,([a-z0-9+/=\s]+)$/i

/**
 * What mail may be made of. Styles stay but for what `outgoingStyle` leaves out: they are the reader's program's to judge,
 * and carry no script.
 * `data` is left out: a draft marks with it what a tool has put in, and a sent mail has no such marks.
 */
const TAGS = [
  ...'html head body a abbr address b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div'.split(
    ' ',
  ),
  ...'dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp section small'.split(
    ' ',
  ),
  ...'span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(' '),
]

const EVERYWHERE =
  'align alt bgcolor border cellpadding cellspacing class color colspan dir face height lang name rowspan size start style summary title type valign width'.split(
    ' ',
  )

/**
 * Makes the HTML of the editor fit to be sent: scripts, handlers, forms, frames, refreshes and addresses other than
 * web, mail and telephone links are taken out whatever the client let through, and pictures that lie on this server or
 * inside the HTML become parts of the mail. Depth and elements are bounded first (`boundHtml`), because the time of the
 * parser grows with depth times length.
 * @param contentIdOf names a part for a picture; called once for each different picture
 */
export function outgoingHtml(html: string, contentIdOf: () => string): OutgoingHtml {
  const pictures = new Map<string, PictureSource>()
  const names = new Map<string, string>()
  const nameOf = (source: string, picture: PictureSource): string => {
    const known = names.get(source)
    if (known) return known
    const name = contentIdOf()
    names.set(source, name)
    pictures.set(name, picture)
    return name
  }

  const clean = sanitize(boundHtml(html, { plain: true }), {
    allowedTags: TAGS.filter((tag) => tag !== 'html' && tag !== 'head' && tag !== 'body'),
    allowedAttributes: { '*': EVERYWHERE, a: ['href', 'target', 'rel'], img: ['src'], blockquote: ['cite'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
    allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'head'],
    transformTags: {
      '*': (tagName, attributes) => {
        if (attributes.style === undefined) return { tagName, attribs: attributes }
        const { style, ...others } = attributes
        const kept = outgoingStyle(style)
        return { tagName, attribs: kept === '' ? others : { ...others, style: kept } }
      },
      img: (tagName, attributes) => {
        const picture = pictureOf(attributes.src ?? '')
        if (!picture) return { tagName, attribs: attributes }
        const key = picture.kind === 'file' ? picture.id : (attributes.src ?? '')
        return { tagName, attribs: { ...attributes, src: `cid:${nameOf(key, picture)}` } }
      },
    },
    // A picture without an address shows nothing but a broken frame.
    exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
  })
  return { html: clean, pictures }
}

function pictureOf(source: string): PictureSource | null {
  const id = PICTURE_PATH.exec(source)?.[1]
  if (id) return { kind: 'file', id }
  const data = DATA_PICTURE.exec(source)
  if (!data?.[1] || !data[2]) return null
  return { kind: 'data', contentType: data[1].toLowerCase(), content: Buffer.from(data[2], 'base64') }
}
