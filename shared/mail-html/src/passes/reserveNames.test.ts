import { expect, it } from 'vitest'
import { renderTree } from '../../test/render.ts'

it('takes our own names away from the mail', () => {
  const tree = renderTree('<p class="a yanshu-quote" id="yanshu-x">x</p>')
  expect(tree.querySelector('p')?.outerHTML).toBe('<p class="a">x</p>')
})
