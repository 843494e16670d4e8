import { JSDOM } from 'jsdom'
import type { RenderedMail, RenderOptions } from '../src/mailPass.ts'
import { renderMailHtml } from '../src/renderMailHtml.ts'

const { window } = new JSDOM('')

/** Renders with jsdom's parser, as DOMPurify advises outside of browsers; what a browser decides is tested in one. */
export function render(html: string, options: Partial<RenderOptions> = {}): RenderedMail {
  return renderMailHtml(html, { mode: 'read', allowRemote: false, window, ...options })
}

/** The rendered mail as a tree to ask. */
export function renderTree(html: string, options: Partial<RenderOptions> = {}): HTMLElement {
  return new JSDOM(render(html, options).html).window.document.body
}
