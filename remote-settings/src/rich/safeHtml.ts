import type { ParserWindow } from '@yanshu/ui/editor'

const UNFIT =
  'script, style, iframe, object, embed, form, input, button, img, picture, svg, math, video, audio, link, meta'

/**
 * What is pasted, without what has no place in a signature. The editor's schema admits only what it defines; this removes
 * what would otherwise leave its text behind. Parsed in a document that neither runs nor loads anything.
 */
export function safeHtml(html: string, window: ParserWindow, keepsPicture = (_src: string) => false): string {
  const { body } = new window.DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(UNFIT)) {
    if (!element.matches('img') || !keepsPicture(element.getAttribute('src') ?? '')) element.remove()
  }
  return body.innerHTML
}
