// @vitest-environment happy-dom
import type { MailDetail, RemoteContributes, RemoteModule, SlotProps } from '@yanshu/contracts'
import type { RenderedMail } from '@yanshu/mail-html'
import { renderInShell, startTestShell } from '@yanshu/shell-api/testing'
import { expect, test } from 'vitest'
import { rowOf } from '../testing/modelServer.ts'
import { MailNotices } from './MailNotices.tsx'

const MAIL: MailDetail = {
  ...rowOf(5, { risky: true }),
  sender: null,
  replyTo: [],
  cc: [],
  bcc: [],
  sentAt: null,
  messageId: '',
  html: null,
  text: '',
  truncated: false,
  attachments: [],
  readReceiptTo: null,
  threadCount: 1,
  sendId: null,
  releaseAt: null,
  deliveries: [],
}
const RENDERED: RenderedMail = {
  html: '',
  css: '',
  heldImages: { count: 0, hosts: [] },
  remoteImages: [],
  deceptiveLinks: [],
  hasQuote: false,
  direction: 'ltr',
  textLength: 0,
  tone: 'paper',
  rest: 'none',
}
const Card = ({ mail }: SlotProps<'mail.card'>) => (mail.risky ? <p data-card>risky</p> : null)
const Why = ({ mail }: SlotProps<'mail.danger'>) => <i data-why>{String(mail.risky)}</i>
const port = {} as SlotProps<'mail.card'>['port']

test('given a mail that is dangerous in several ways, then one bar says so, and no card of the check beside it', async () => {
  const remote: RemoteModule = {
    contract: { name: 'remote-check', major: 1 },
    routes: [],
    i18n: { ns: 'remote-check', load: async () => ({ default: {} }) },
    slots: { 'mail.card': async () => ({ default: Card }), 'mail.danger': async () => ({ default: Why }) },
  }
  const contributes: RemoteContributes = {
    routes: [],
    slots: [
      { slot: 'mail.card', major: 1, for: ['*'] },
      { slot: 'mail.danger', major: 1 },
    ],
  }
  const shell = await startTestShell({ remotes: [{ remote, contributes }] })
  const shown = async (detail: MailDetail, deceptiveLinks: RenderedMail['deceptiveLinks']) => {
    const rendering = { rendered: { ...RENDERED, deceptiveLinks }, failed: false, dark: false }
    const { container, unmount } = await renderInShell(
      <MailNotices detail={detail} rendering={rendering} port={port} onAllow={() => undefined} />,
    )
    const found = [container.querySelectorAll('[role=alert]').length, container.querySelectorAll('[data-card]').length]
    // The way to the reasons stands in the bar.
    expect(container.querySelector('[role=alert] [data-why]')?.textContent).toBe(found[0] ? 'true' : undefined)
    await unmount()
    return found
  }
  const links = [{ text: 'a.example', url: 'http://b.example/', shownHost: 'a.example', host: 'b.example' }]
  expect(await shown(MAIL, [])).toEqual([0, 1])
  expect(await shown(MAIL, links)).toEqual([1, 0])
  expect(await shown({ ...MAIL, claimsOwnDomain: true }, links)).toEqual([1, 0])
  shell.stop()
})
