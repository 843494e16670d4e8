import { type Node, Slice } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { linkAddress, setLink } from './commands.ts'
import { isOfficeHtml, tidyOfficeHtml } from './office-paste/tidyOfficeHtml.ts'
import { hideStyles } from './parseLetter.ts'
import type { ParserWindow } from './parserWindow.ts'
import type { Pictures } from './pictures.ts'
import { schema } from './schema.ts'

export interface PasteWishes {
  /** In which pasted HTML is parsed. */
  readonly window: ParserWindow
  /** Makes HTML of any origin safe; see `cleanMailHtml`. */
  readonly clean: (html: string) => string
  /** Files that are no pictures. */
  readonly onFiles: (files: readonly File[]) => void
  /** Pictures of the pasted text that the clipboard only names, as Word does: they cannot be read. */
  readonly onPicturesMissing: (count: number) => void
}

const SLICE_MARK = /\bdata-pm-slice="(\d+ \d+(?: -\d+)? [^"]*)"/

export const isPicture = (file: File): boolean => /^image\/(?:png|jpe?g|gif|webp)$/.test(file.type)

/** Plain text as lines, empty ones included. */
export function linesOf(text: string): Slice {
  const lines: Node[] = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => schema.nodes.paragraph.create(null, line ? schema.text(line) : null))
  return Slice.maxOpen(schema.nodes.doc.create(null, lines).content)
}

/** What happens to what comes from the clipboard or is dropped on the text. */
export function pasteRules(pictures: Pictures, { window, clean, onFiles, onPicturesMissing }: PasteWishes): Plugin {
  const takeFiles = (files: readonly File[], view: Parameters<Pictures['insert']>[0], at?: number): boolean => {
    if (files.length === 0) return false
    const images = files.filter(isPicture)
    const others = files.filter((file) => !isPicture(file))
    if (images.length > 0) pictures.insert(view, images, at)
    if (others.length > 0) onFiles(others)
    return true
  }
  return new Plugin({
    key: new PluginKey('paste'),
    props: {
      transformPastedHTML(html) {
        const missing = html.match(/<img\b[^>]*\bsrc=["']?file:/gi)?.length ?? 0
        if (missing > 0) onPicturesMissing(missing)
        const mark = SLICE_MARK.exec(html)?.[1]
        const cleaned = hideStyles(clean(isOfficeHtml(html) ? tidyOfficeHtml(html, window) : html), window)
        // Our own mark notes how the copied piece is to be joined; it carries no content.
        return mark ? cleaned.replace(/^\s*<[a-z\d]+/i, (tag) => `${tag} data-pm-slice="${mark}"`) : cleaned
      },
      clipboardTextParser: linesOf,
      handlePaste(view, event, slice) {
        const data = event.clipboardData
        if (!data) return false
        const files = [...data.files]
        // Office programs add a picture of what was copied; the text is what was meant.
        const text = data.getData('text/plain')
        if (
          files.length > 0 &&
          (slice.content.size === 0 || (!text.trim() && !data.getData('text/html').includes('<table')))
        ) {
          return takeFiles(files, view)
        }
        const address = linkAddress(text)
        if (address && /^https?:/i.test(text.trim()) && !view.state.selection.empty && !data.getData('text/html')) {
          return setLink(address)(view.state, view.dispatch)
        }
        return false
      },
      handleDrop(view, event, _slice, moved) {
        if (moved) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        const taken = takeFiles([...(event.dataTransfer?.files ?? [])], view, at)
        if (taken) event.preventDefault()
        return taken
      },
    },
  })
}
