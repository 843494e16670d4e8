import { expect, it } from 'vitest'
import { render } from '../../test/render.ts'

it('keeps the colours of the body on the block that takes its place', () => {
  expect(render('<body bgcolor="ffeedd" text="#333" style="color:red">x').html).toContain(
    'style="color:#333;background-color:#ffeedd;color:red"',
  )
})

it('given an address that tries to leave its quotes, keeps it inside', () => {
  expect(render('<table background="x&quot;);color:red"><tr><td>x</td></tr></table>').html).not.toContain('color:red')
})
