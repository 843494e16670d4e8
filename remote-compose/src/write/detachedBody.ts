import { escapeHtml } from '@yanshu/contracts'
import type { TextPort } from '@yanshu/ui/editor'

/** The text while no field holds it. */
export function detachedBody(html: string, text = ''): TextPort {
  let content = html
  return {
    html: () => content,
    text: () => text,
    replace: (next) => {
      content = next
    },
    append: (more) => {
      content += more
    },
    focus: () => undefined,
    // The editor is being loaded and will take this text.
    insert: (added, marked = false) => {
      const words = escapeHtml(added)
      content += `<p>${marked ? `<data value="yanshu-inserted">${words}</data>` : words}</p>`
    },
    clearMarks: () => {
      content = content.replace(/<data value="yanshu-inserted">(.*?)<\/data>/gs, '$1')
    },
  }
}
