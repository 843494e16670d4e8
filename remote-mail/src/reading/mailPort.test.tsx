// @vitest-environment happy-dom
import type { MailPort } from '@yanshu/contracts'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { expect, test } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { mailPortOf } from './mailPort.ts'
import { useMailPort } from './useMailPort.ts'

const MAIL = rowOf(5)

interface PaneProps {
  pane: HTMLElement
  frame: HTMLIFrameElement
  onPort: (port: MailPort) => void
}

function Pane({ pane, frame, onPort }: PaneProps) {
  onPort(useMailPort(MAIL.mailId, MAIL, true, { current: pane }, { current: frame }))
  return null
}

/** A frame with a text. happy-dom loads none, so it is given its document. */
function frameWith(text: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  const contentDocument = document.implementation.createHTMLDocument()
  contentDocument.body.innerHTML = `<div class="yanshu-mail">${text}</div>`
  Object.defineProperty(frame, 'contentDocument', { value: contentDocument })
  return frame
}

test('given a quote that is folded, then its text counts and the words of its button do not', () => {
  const quote = '<details class="yanshu-quote"><summary>引用</summary>the quote</details>'
  const mail = frameWith(`the mail ${quote}<details><summary>its own</summary> end</details>`)
  const port = mailPortOf(() => mail.contentDocument?.querySelector('.yanshu-mail') ?? undefined)
  expect(port.text()).toBe('the mail the quoteits own end')
})

test('given a card with a frame of its own above the mail, then the port reads the mail', async () => {
  const shell = await startTestShell()
  const pane = document.createElement('article')
  const mail = frameWith('the mail')
  pane.append(frameWith('a card'), mail)
  let port: MailPort | undefined
  const keep = (given: MailPort) => {
    port = given
  }
  const shown = await renderInShell(<Pane pane={pane} frame={mail} onPort={keep} />)
  expect(port?.text()).toBe('the mail')
  await shown.unmount()
  shell.stop()
})
