import { expect, it } from 'vitest'
import { renderTree } from '../../test/render.ts'

it('marks blocks wider than the measure, and leaves tables to the frame', () => {
  const tree = renderTree(
    '<div style="width:1200px">x</div><img width="2000"><div style="width:300px">x</div><table width="1200"></table>',
  )
  expect([...tree.querySelectorAll('.yanshu-wide')].map(({ localName }) => localName)).toEqual(['div', 'img'])
})
