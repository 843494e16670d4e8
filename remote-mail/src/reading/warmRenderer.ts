import { type MailWindow, plainTextToHtml, renderMailHtml } from '@yanshu/mail-html'

/** One example of each kind of element that mails have. */
const LETTER = `<style>p { margin: 0 } .head { color: #333 }</style>
<table width="600"><tr><td class="head" style="font-size: 14px"><a href="https://example.org/">…</a></td></tr></table>
<p>…</p><img src="https://example.org/picture.png" alt=""><blockquote type="cite"><p>…</p></blockquote>`
const TEXT = 'https://example.org/\n\n> …\n\n-- \n…'

/**
 * Renders mails off the screen, so that the first mail a person opens runs code that the engine has compiled.
 * Takes some 20 ms once; for when nothing else is to be done.
 */
export function warmRenderer(parser: MailWindow): void {
  for (const source of [LETTER, plainTextToHtml(TEXT)]) {
    renderMailHtml(source, { mode: 'read', allowRemote: false, window: parser })
  }
}
