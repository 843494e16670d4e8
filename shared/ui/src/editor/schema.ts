import { type Attrs, type DOMOutputSpec, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { bulletList, listItem, orderedList } from 'prosemirror-schema-list'
import { tableNodes } from 'prosemirror-tables'

export const ALIGNMENTS = ['left', 'center', 'right', 'justify'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

export const INDENT_MAX = 8
/** One step of indentation: two characters, as Chinese paragraphs are set. */
const INDENT_EM = 2

const asAlignment = (text: string | null | undefined): Alignment | null =>
  ALIGNMENTS.find((one) => one === text?.toLowerCase()) ?? null

/** The alignment that an element sets for its lines; null where it sets none. */
export const alignmentOf = (element: HTMLElement): Alignment | null =>
  asAlignment(element.style.textAlign) ?? asAlignment(element.getAttribute('align'))

/** Steps of indentation that a margin or padding of the left side amounts to. */
function indentOf({ style }: HTMLElement): number {
  const written = /^([\d.]+)(em|px|pt)$/.exec(style.marginLeft || style.paddingLeft)
  if (!written?.[1]) return 0
  const em = Number(written[1]) / (written[2] === 'em' ? 1 : written[2] === 'px' ? 14 : 10.5)
  return Math.min(INDENT_MAX, Math.round(em / INDENT_EM))
}

const blockAttrs = (element: HTMLElement): Attrs => ({ align: alignmentOf(element), indent: indentOf(element) })

/** The style attribute of a block, nothing when all its values are defaults. */
export function blockStyle({ attrs }: Node): { style?: string } {
  const style = [
    attrs.align ? `text-align:${attrs.align}` : '',
    attrs.indent ? `margin-left:${attrs.indent * INDENT_EM}em` : '',
  ]
    .filter(Boolean)
    .join(';')
  return style ? { style } : {}
}

/** Elements that are no part of a line. */
export const BLOCKS =
  'address,article,blockquote,center,dd,div,dl,dt,fieldset,figure,footer,h1,h2,h3,h4,h5,h6,header,hr,li,main,ol,p,pre,section,table,ul'

/**
 * How the value of a `data` element begins that holds a signature. Like the mark of inserted text, drafts keep it and the
 * server removes it from what it sends; an editor without this mark reads plain text.
 */
export const SIGNATURE_MARK = 'yanshu-signature '

const alignAndIndent = { align: { default: null }, indent: { default: 0 } }

const heading = (level: 1 | 2 | 3, ...tags: string[]): NonNullable<NodeSpec['parseDOM']> =>
  tags.map((tag) => ({ tag, getAttrs: (element) => ({ level, ...blockAttrs(element) }) }))

const dimension = (element: HTMLElement, name: 'width' | 'height'): number | null => {
  const written = Number.parseInt(element.style[name] || element.getAttribute(name) || '', 10)
  return written > 0 && !/%$/.test(element.style[name] || element.getAttribute(name) || '') ? written : null
}

/** `auto` and inherited values count as defaults. */
const backgroundOf = (element: HTMLElement): string | null => {
  const color = element.style.backgroundColor || element.getAttribute('bgcolor') || ''
  return isPlainColor(color) && !/^(?:white|#fff(?:fff)?|rgb\(255, 255, 255\))$/i.test(color) ? color : null
}

const isPlainColor = (text: string): boolean =>
  /^(?:#[\da-f]{3,8}|rgba?\([\d\s,.%/]+\)|hsla?\([\d\s,.%/deg]+\)|[a-z]{3,20})$/i.test(text) &&
  !/^(?:transparent|inherit|initial|unset|currentcolor|windowtext|window|auto)$/i.test(text)

const cells = tableNodes({
  tableGroup: 'block',
  cellContent: 'block+',
  cellAttributes: {
    background: {
      default: null,
      getFromDOM: backgroundOf,
      setDOMAttr: (value, attrs) => {
        if (value) attrs.style = `${attrs.style ?? ''};background-color:${value}`
      },
    },
    valign: {
      default: null,
      getFromDOM: (cell) =>
        /^(?:top|middle|bottom)$/.exec(cell.style.verticalAlign || cell.getAttribute('valign') || '')?.[0] ?? null,
      setDOMAttr: (value, attrs) => {
        if (value) attrs.style = `${attrs.style ?? ''};vertical-align:${value}`
      },
    },
  },
})

const nodes = {
  doc: { content: 'block+' },
  paragraph: {
    group: 'block',
    content: 'inline*',
    attrs: alignAndIndent,
    parseDOM: [
      { tag: 'p', getAttrs: blockAttrs },
      // A div is a line when it holds no other block; else it is only a wrapping of them.
      { tag: 'div', getAttrs: (element) => (element.querySelector(BLOCKS) ? false : blockAttrs(element)) },
      {
        tag: 'center',
        getAttrs: (element) => (element.querySelector(BLOCKS) ? false : { align: 'center', indent: 0 }),
      },
    ],
    toDOM: (node): DOMOutputSpec => ['p', blockStyle(node), 0],
  },
  heading: {
    group: 'block',
    content: 'inline*',
    attrs: { level: { default: 1 }, ...alignAndIndent },
    defining: true,
    parseDOM: [...heading(1, 'h1'), ...heading(2, 'h2'), ...heading(3, 'h3', 'h4', 'h5', 'h6')],
    toDOM: (node): DOMOutputSpec => [`h${node.attrs.level}`, blockStyle(node), 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: (): DOMOutputSpec => ['blockquote', 0],
  },
  signature: {
    group: 'block',
    content: 'block+',
    // Deleting at its edge does not join it with what was typed beside it.
    isolating: true,
    attrs: {
      /** What the writer's settings call it. */
      key: {},
      /** Fingerprints of its lines as they were put in; null until `sealSignatures` has looked. */
      lines: { default: null },
    },
    parseDOM: [
      {
        tag: `data[value^="${SIGNATURE_MARK}"]`,
        getAttrs: (element) => {
          const [key = '', lines] = (element.getAttribute('value') ?? '').slice(SIGNATURE_MARK.length).split(' ')
          return { key, lines: lines === undefined ? null : lines.split('.') }
        },
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => [
      'data',
      { value: `${SIGNATURE_MARK}${attrs.key}${attrs.lines === null ? '' : ` ${attrs.lines.join('.')}`}` },
      0,
    ],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: (): DOMOutputSpec => ['hr'] },
  ordered_list: { ...orderedList, group: 'block', content: 'list_item+' },
  bullet_list: { ...bulletList, group: 'block', content: 'list_item+' },
  list_item: { ...listItem, content: 'paragraph block*' },
  text: { group: 'inline' },
  hard_break: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: (): DOMOutputSpec => ['br'],
  },
  image: {
    inline: true,
    group: 'inline',
    draggable: true,
    attrs: {
      /** '' while it is being uploaded. */
      src: { default: '' },
      alt: { default: '' },
      width: { default: null },
      height: { default: null },
      /** Names an upload that is on its way. */
      upload: { default: null },
    },
    parseDOM: [
      {
        tag: 'img[src]',
        getAttrs: (image) => ({
          src: image.getAttribute('src') ?? '',
          alt: image.getAttribute('alt') ?? '',
          width: dimension(image, 'width'),
          height: dimension(image, 'height'),
        }),
      },
    ],
    toDOM: ({ attrs }): DOMOutputSpec => ['img', imageAttrs(attrs)],
  },
  ...cells,
} satisfies Record<string, NodeSpec>

export function imageAttrs({ src, alt, width, height }: Attrs): Record<string, string> {
  return {
    src,
    alt,
    ...(width ? { width: `${width}` } : {}),
    ...(height && width ? { height: `${height}` } : {}),
    style: 'max-width:100%;height:auto',
  }
}

/** A mark that is one CSS property. */
function styled(property: string, accept: (value: string, element?: HTMLElement) => string | null): MarkSpec {
  return {
    attrs: { value: {} },
    parseDOM: [
      {
        style: property,
        getAttrs: (value) => {
          const accepted = accept(value)
          return accepted === null ? false : { value: accepted }
        },
      },
    ],
    toDOM: (mark): DOMOutputSpec => ['span', { style: `${property}:${mark.attrs.value}` }, 0],
  }
}

/** Word writes "black" for all text; it is dropped, because on a dark ground it could not be read. */
const textColor = (value: string): string | null =>
  isPlainColor(value) && !/^(?:black|#000(?:000)?|rgb\(0, 0, 0\))$/i.test(value) ? value : null

const fontSizes = ['10px', '12px', '14px', '16px', '18px', '24px', '36px']
const fontSize = (value: string): string | null => (/^(?:\d{1,3}(?:\.\d+)?)(?:px|pt)$/.test(value) ? value : null)
const fontFamily = (value: string): string | null =>
  /^[\p{L}\p{N}\s,'"_-]{1,200}$/u.test(value) && !/^(?:inherit|initial|unset)$/i.test(value)
    ? value.replaceAll('"', "'")
    : null

const size = styled('font-size', fontSize)
const color = styled('color', textColor)
const family = styled('font-family', fontFamily)

const marks = {
  /**
   * Put in by a tool and marked for the writer. `data` is an element that drafts keep, that every cleaning of ours lets
   * through, and that the server removes from what it sends.
   */
  inserted: {
    inclusive: false,
    parseDOM: [{ tag: 'data[value="yanshu-inserted"]' }],
    toDOM: (): DOMOutputSpec => ['data', { value: 'yanshu-inserted' }, 0],
  },
  link: {
    attrs: { href: {}, title: { default: null } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (link) => {
          const href = link.getAttribute('href') ?? ''
          return /^(?:https?:|mailto:|tel:)/i.test(href) ? { href, title: link.getAttribute('title') } : false
        },
      },
    ],
    toDOM: ({ attrs: { href, title } }): DOMOutputSpec => [
      'a',
      { href, ...(title ? { title } : {}), target: '_blank', rel: 'noopener noreferrer' },
      0,
    ],
  },
  font_family: {
    ...family,
    parseDOM: [
      ...(family.parseDOM ?? []),
      {
        tag: 'font[face]',
        getAttrs: (font) => ({ value: fontFamily(font.getAttribute('face') ?? '') ?? 'sans-serif' }),
        consuming: false,
      },
    ],
  },
  font_size: {
    ...size,
    parseDOM: [
      ...(size.parseDOM ?? []),
      {
        tag: 'font[size]',
        consuming: false,
        getAttrs: (font) => ({ value: fontSizes[Number(font.getAttribute('size')) - 1] ?? '14px' }),
      },
    ],
  },
  color: {
    ...color,
    parseDOM: [
      ...(color.parseDOM ?? []),
      {
        tag: 'font[color]',
        consuming: false,
        getAttrs: (font) => {
          const value = textColor(font.getAttribute('color') ?? '')
          return value === null ? false : { value }
        },
      },
    ],
  },
  highlight: styled('background-color', (value) =>
    isPlainColor(value) && !/^(?:white|#fff(?:fff)?|rgb\(255, 255, 255\))$/i.test(value) ? value : null,
  ),
  em: {
    parseDOM: [
      { tag: 'i' },
      { tag: 'em' },
      { style: 'font-style=italic' },
      { style: 'font-style=normal', clearMark: (m) => m.type.name === 'em' },
    ],
    toDOM: (): DOMOutputSpec => ['em', 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google's clipboard wraps everything in a <b> that is not bold.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: (m) => m.type.name === 'strong' },
      { style: 'font-weight', getAttrs: (value) => /^(?:bold(?:er)?|[5-9]\d{2})$/.test(value) && null },
    ],
    toDOM: (): DOMOutputSpec => ['strong', 0],
  },
  underline: {
    parseDOM: [
      { tag: 'u' },
      { style: 'text-decoration', consuming: false, getAttrs: (value) => value.includes('underline') && null },
    ],
    toDOM: (): DOMOutputSpec => ['u', 0],
  },
  strike: {
    parseDOM: [
      { tag: 's' },
      { tag: 'del' },
      { tag: 'strike' },
      { style: 'text-decoration', consuming: false, getAttrs: (value) => value.includes('line-through') && null },
    ],
    toDOM: (): DOMOutputSpec => ['s', 0],
  },
  sup: { excludes: 'sub', parseDOM: [{ tag: 'sup' }], toDOM: (): DOMOutputSpec => ['sup', 0] },
  sub: { excludes: 'sup', parseDOM: [{ tag: 'sub' }], toDOM: (): DOMOutputSpec => ['sub', 0] },
} satisfies Record<string, MarkSpec>

/** What a letter can hold. What is not here cannot be typed, pasted or sent. */
export const schema = new Schema({ nodes, marks })
