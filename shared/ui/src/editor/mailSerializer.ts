import { type DOMOutputSpec, DOMSerializer, type Node } from 'prosemirror-model'
import { blockStyle, imageAttrs, schema } from './schema.ts'

const CELL = 'border:1px solid #c9cdd4;padding:4px 8px'

interface CellAttrs {
  colspan: number
  rowspan: number
  colwidth: number[] | null
  background: string | null
  valign: string | null
}

function cell(tag: 'td' | 'th') {
  return ({ attrs }: Node): DOMOutputSpec => {
    const { colspan, rowspan, colwidth, background, valign }: CellAttrs = {
      colspan: attrs.colspan,
      rowspan: attrs.rowspan,
      colwidth: attrs.colwidth,
      background: attrs.background,
      valign: attrs.valign,
    }
    const width = colwidth?.reduce((sum, one) => sum + one, 0)
    return [
      tag,
      {
        ...(colspan > 1 ? { colspan: `${colspan}` } : {}),
        ...(rowspan > 1 ? { rowspan: `${rowspan}` } : {}),
        ...(width ? { width: `${width}` } : {}),
        style: [CELL, background ? `background-color:${background}` : '', valign ? `vertical-align:${valign}` : '']
          .filter(Boolean)
          .join(';'),
      },
      0,
    ]
  }
}

const all = DOMSerializer.nodesFromSchema(schema)

/**
 * Writes a letter as mail programs read it: all formatting in style attributes, no class, a line as a `div` (programs put
 * space of their own around `p`), tables with borders that also old programs draw.
 */
export const mailSerializer = new DOMSerializer(
  {
    ...all,
    paragraph: (node) => ['div', blockStyle(node), ...(node.childCount === 0 ? [['br'] as const] : [0 as const])],
    heading: (node) => {
      const { style = '' } = blockStyle(node)
      return [`h${node.attrs.level}`, { style: `margin:12px 0 8px;${style}` }, 0]
    },
    blockquote: () => [
      'blockquote',
      { style: 'margin:4px 0;padding:0 0 0 12px;border-left:3px solid #c9cdd4;color:#4e5969' },
      0,
    ],
    bullet_list: () => ['ul', { style: 'margin:4px 0;padding-left:2em' }, 0],
    ordered_list: ({ attrs }) => [
      'ol',
      { ...(attrs.order === 1 ? {} : { start: `${attrs.order}` }), style: 'margin:4px 0;padding-left:2em' },
      0,
    ],
    image: ({ attrs }) => ['img', imageAttrs(attrs)],
    table: () => [
      'table',
      { border: '1', cellpadding: '0', cellspacing: '0', style: 'border-collapse:collapse;margin:8px 0' },
      ['tbody', 0],
    ],
    table_cell: cell('td'),
    table_header: cell('th'),
  },
  DOMSerializer.marksFromSchema(schema),
)

/** The letter as HTML. Pictures that are still being uploaded are left out. */
export function mailHtml(doc: Node, document: Document): string {
  const holder = document.createElement('div')
  holder.append(mailSerializer.serializeFragment(doc.content, { document }))
  for (const image of holder.querySelectorAll('img')) if (!image.getAttribute('src')) image.remove()
  return holder.innerHTML
}
