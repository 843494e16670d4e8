import { describe, expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

const EVERYWHERE =
  '<body background="http://a.test/1"><img src="//b.test/2"><p style="background:url(http://a.test/3)">x</p>'

describe('holdRemoteImages', () => {
  it('given images held, counts each and names the hosts', () => {
    const mail = render(EVERYWHERE)
    expect(mail.heldImages).toEqual({ count: 3, hosts: ['a.test', 'b.test'] })
    expect(mail.html).not.toMatch(/ src=|url\(/)
  })
  it('given images allowed, sends each through the proxy', () => {
    const mail = render(EVERYWHERE, {
      allowRemote: true,
      remoteImageUrl: (url) => `/proxy?u=${encodeURIComponent(url)}`,
    })
    expect(mail.heldImages.count).toBe(0)
    expect(mail.html).toContain('src="/proxy?u=https%3A%2F%2Fb.test%2F2"')
    expect(mail.html).toContain('/proxy?u=http%3A%2F%2Fa.test%2F3')
  })
  it('given images allowed but refused by the caller, holds them', () => {
    expect(render(EVERYWHERE, { allowRemote: true }).heldImages.count).toBe(3)
  })
  it('draws no placeholder for a counting pixel', () => {
    const tree = renderTree('<img width="1" height="1" src="http://a.test/p"><img src="http://a.test/q">')
    expect([...tree.querySelectorAll('img')].map(({ className }) => className)).toEqual(['yanshu-pixel', 'yanshu-held'])
  })
  it('lists each remote picture with its size and whether it is held', () => {
    const html =
      '<img width="1" height="1" src="http://a.test/p"><img src="http://a.test/q">' +
      '<p style="background:url(http://b.test/r)">x</p>'
    const shown = { allowRemote: true, remoteImageUrl: (url: string) => (url.includes('b.test') ? undefined : url) }
    expect(render(html, shown).remoteImages).toEqual([
      { url: 'http://b.test/r', pixel: false, held: true },
      { url: 'http://a.test/p', pixel: true, held: false },
      { url: 'http://a.test/q', pixel: false, held: false },
    ])
  })
  it('drops addresses of our own server', () => {
    expect(renderTree('<img src="/api/logout">').querySelector('img')?.hasAttribute('src')).toBe(false)
  })
})
