import { describe, expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

const link = (html: string) => renderTree(html).querySelector('a')

describe('rewriteLinks', () => {
  it('leads web links to the warning page in a new tab', () => {
    const a = link('<a href="https://x.test/a?b" target="_top" rel="opener" ping="http://y.test">x</a>')
    expect(a?.getAttribute('href')).toBe('/#/linkPage?url=https%3A%2F%2Fx.test%2Fa%3Fb')
    expect(a?.getAttribute('target')).toBe('_blank')
    expect(a?.getAttribute('rel')).toBe('noopener noreferrer')
    expect(a?.hasAttribute('ping')).toBe(false)
  })
  it('keeps mail addresses for the application', () => {
    expect(link('<a href="mailto:a@b.test">x</a>')?.getAttribute('data-yanshu-href')).toBe('mailto:a@b.test')
  })
  it.each(['javascript:x', 'data:text/html,x', 'file:///x', '/api/logout', 'vbscript:x'])('drops %s', (href) => {
    expect(link(`<a href="${href}">x</a>`)?.hasAttribute('href')).toBe(false)
  })
  it('reports a text that shows another host', () => {
    expect(render('<a href="https://evil.test">https://bank.test</a>').deceptiveLinks).toEqual([
      { text: 'https://bank.test', shownHost: 'bank.test', host: 'evil.test', url: 'https://evil.test/' },
    ])
  })
  it('leaves addresses alone in a quote, which goes on to others', () => {
    expect(render('<a href="https://x.test/">x</a>', { mode: 'quote' }).html).toContain('href="https://x.test/"')
  })
})
