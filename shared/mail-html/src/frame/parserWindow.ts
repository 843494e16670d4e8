import { MAIL_FRAME_PATH } from '@yanshu/contracts'
import type { MailWindow } from '../mailPass.ts'

/**
 * Opens a hidden frame whose window {@link renderMailHtml} can parse in, for pages whose policy refuses inline styles.
 * There a browser reports every style attribute of a mail while it is parsed, though nothing is lost by it: hundreds of
 * lines in the console. Documents parsed in this window fall under the frame's policy, and no script can run in it.
 * Open it once, early; it lives as long as the page.
 *
 * @throws Error when the frame file is missing or is not ours
 */
export async function openParserWindow(): Promise<MailWindow> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.setAttribute('aria-hidden', 'true')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.src = MAIL_FRAME_PATH
  await new Promise((done) => {
    frame.addEventListener('load', done, { once: true })
    document.body.append(frame)
  })
  const inside = frame.contentDocument
  if (!inside?.defaultView || inside.documentElement.dataset.mailFrame !== '1') {
    frame.remove()
    throw new Error(`${MAIL_FRAME_PATH} is not the file of the mail frame; check what the server sends`)
  }
  return inside.defaultView
}
