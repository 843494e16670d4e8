import { describe, expect, it } from 'vitest'
import { serializeCss } from './serialize.ts'
import { tokenizeCss } from './tokenize.ts'

const types = (css: string) => tokenizeCss(css).map(({ type, value }) => `${type} ${value}`)

describe('tokenizeCss', () => {
  it('given escapes, sees the name a browser sees', () => {
    expect(types('\\75 \\72 \\6c(http://x)')).toEqual(['url http://x'])
    expect(types('@\\69mport')).toEqual(['at import'])
  })
  it('given a quoted address, sees a function and a string', () => {
    expect(types('url( "x" )')).toEqual(['function url', 'space  ', 'string x', 'space  ', 'delim )'])
  })
  it('given a broken string, does not swallow what follows', () => {
    expect(types("'\nx")[0]).toBe('bad ')
  })
  it('given numbers, prints them plainly and within bounds', () => {
    expect(serializeCss(tokenizeCss('1e3px -.5em +2 1e99px 50%'))).toBe('1000px -0.5em 2 10000000px 50%')
  })
  it('given broken strings without end, leaves out what stands behind a thousand', () => {
    expect(tokenizeCss('"\n'.repeat(100_000)).length).toBeLessThan(2_100)
    expect(tokenizeCss(`${'"\n'.repeat(900)}x`).at(-1)?.value).toBe('x')
  })
  it('given any text, ends', () => {
    for (const text of ['\\', '"', 'url(', '/*', '@', '#', '\0', '-', '\ud83d', 'a\\'])
      expect(tokenizeCss(text)).toBeDefined()
  })
})

describe('serializeCss', () => {
  it('given a name and a bracket parted by a comment, keeps them apart', () => {
    expect(serializeCss(tokenizeCss('url/**/(x)'))).not.toContain('url(')
  })
  it('given markup in a string, writes none', () => {
    expect(serializeCss(tokenizeCss('"\\3c/style>"'))).not.toMatch(/[<>]/)
  })
})
