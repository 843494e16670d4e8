import { describe, expect, it } from 'vitest'
import { render } from '../../test/render.ts'

describe('darkMode', () => {
  it('given the black on white of word processors, takes it out', () => {
    const mail = render('<style>p{color:windowtext}</style><p style="color:black;background:white">x</p>', {
      scheme: 'dark',
    })
    expect(mail.tone).toBe('app')
    expect(mail.html).not.toContain('black')
  })
  it('given colours of its own, leaves the mail on paper', () => {
    const mail = render('<td bgcolor="#cc0000">x</td><p style="color:#c00">x</p>', { scheme: 'dark' })
    expect(mail.tone).toBe('paper')
    expect(mail.html).toContain('#c00')
  })
  it('given the grey of a signature, takes it out, but neither a hidden light one nor a colour', () => {
    expect(render('<p>x</p><div style="color:#86909c">-- </div>', { scheme: 'dark' }).tone).toBe('app')
    expect(render('<p>x</p><div style="color:#eee">hidden</div>', { scheme: 'dark' }).tone).toBe('paper')
    expect(render('<p>x</p><div style="color:#869c90">-- </div>', { scheme: 'dark' }).tone).toBe('app')
    expect(render('<p>x</p><div style="color:#5a9c70">-- </div>', { scheme: 'dark' }).tone).toBe('paper')
  })
  it('given the pale ground under the head of a quoted mail, takes it out, but not one with a colour', () => {
    const head = (ground: string) =>
      render(`<p>x</p><div style="background-color:${ground}">发件人</div>`, { scheme: 'dark' }).tone
    expect(head('#f2f3f5')).toBe('app')
    expect(head('#efefef')).toBe('app')
    expect(head('#fff3cd')).toBe('paper')
  })
  it('given dark rules in the mail, trusts them', () => {
    const css = 'p{color:#c00}@media (prefers-color-scheme: dark){p{color:#fcc}}'
    expect(render(`<style>${css}</style><p>x</p>`, { scheme: 'dark' }).tone).toBe('app')
  })
  it('given a quote that goes on to others, keeps its colours', () => {
    expect(render('<p style="color:black">x</p>', { scheme: 'dark', mode: 'quote' }).html).toContain('black')
  })
})
