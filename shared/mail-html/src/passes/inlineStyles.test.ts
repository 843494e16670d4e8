import { expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

it('given sheets in a quote, moves them into the elements by weight, own style last', () => {
  const html =
    '<style>.a{color:red}p{color:blue;margin:0}p.a{padding:1px!important}</style><p class="a" style="padding:2px">x</p>'
  const style = renderTree(html, { mode: 'quote' }).querySelector('p')?.style
  expect(style?.color).toBe('red')
  expect(style?.margin).toBe('0px')
  expect(style?.padding).toBe('1px')
  expect(render(html, { mode: 'quote' }).css).toBe('')
})

it('given sheets to read, leaves them as a sheet', () => {
  expect(render('<style>p{color:red}</style><p>x</p>').css).toBe('p{color:red}')
})
