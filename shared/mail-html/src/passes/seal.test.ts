import { JSDOM } from 'jsdom'
import { expect, it } from 'vitest'
import type { MailContext } from '../mailPass.ts'
import { seal } from './seal.ts'

it('given what every other pass missed, lets no address out but those given out', () => {
  const { document } = new JSDOM(
    '<img src="http://x/1" srcset="y" onerror="z"><img src="/mine"><p background="http://x/2" href="http://x/3">x</p><a href="#a">x</a>',
  ).window
  const context: MailContext = {
    mode: 'read',
    allowRemote: false,
    scheme: 'light',
    quoteLabel: '',
    cid: new Map(),
    remoteImageUrl: () => undefined,
    linkUrl: (url) => url,
    sheets: [],
    remoteImages: [],
    rules: [],
    issued: new Set(['/mine']),
    held: { count: 0, hosts: new Set() },
    deceptiveLinks: [],
    hasQuote: false,
    tone: 'app',
  }
  seal(document, context)
  expect(document.body.innerHTML).toBe('<img><img src="/mine"><p>x</p><a href="#a">x</a>')
})
