import { expect, it } from 'vitest'
import { render } from '../../test/render.ts'

it('writes style attributes afresh from what it understood', () => {
  expect(render('<p style="COLOR : red ; position:fixed; m\\61rgin:0">x</p>').html).toContain(
    '<p style="color:red;margin:0">',
  )
})

it('given the same style on many elements, counts the image that each of them wanted', () => {
  const cell = '<p style="color:red;background:url(https://far.example/a.png)">x</p>'
  const mail = render(cell + cell + '<p style="Color:red">x</p>'.repeat(2))
  expect(mail.heldImages.count).toBe(2)
  expect(mail.html.match(/style="color:red"/g)).toHaveLength(2)
})

it('given a sheet for other media, keeps its condition', () => {
  expect(render('<style media="print">p{color:red}</style>').css).toBe('@media print{p{color:red}}')
})

it('given more CSS than any ordinary mail has, drops the rest', () => {
  expect(render(`<style>p{color:red}</style><style>${'p{color:red}'.repeat(50_000)}</style>`).css).toBe('p{color:red}')
})
