const BLOCKS = new Set(
  'ADDRESS ARTICLE BLOCKQUOTE DIV DD DT FIGURE H1 H2 H3 H4 H5 H6 HR LI OL P PRE SECTION TABLE TR UL'.split(' '),
)
const HIDDEN = new Set(['STYLE', 'SCRIPT', 'HEAD', 'TITLE', 'TEMPLATE'])

/** The text of a letter, a line for each of its blocks. Its HTML is parsed, and nothing of it is shown or fetched. */
export function letterLines(html: string, window: Pick<typeof globalThis, 'DOMParser'>): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  let text = ''
  const endLine = () => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  // Without recursion: what was pasted may be nested deeply.
  const open: (Node | 'end')[] = [body]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === 'end') endLine()
    else if (node.nodeType === 3) text += (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ')
    else if (node.nodeName === 'BR') text += '\n'
    else if (node.nodeName === 'IMG') text += '▣'
    else if (!HIDDEN.has(node.nodeName)) {
      if (BLOCKS.has(node.nodeName)) {
        endLine()
        open.push('end')
      }
      open.push(...[...node.childNodes].reverse())
    }
  }
  return text.trim()
}
