import { expect, it } from 'vitest'
import { render, renderTree } from '../../test/render.ts'

it('given a part that the mail has, shows it, in images and in styles', () => {
  const cid = new Map([['logo@x', 'blob:https://app.test/1']])
  expect(renderTree('<img src="cid:logo@x">', { cid }).querySelector('img')?.getAttribute('src')).toBe(
    'blob:https://app.test/1',
  )
  expect(render('<p style="background:url(cid:logo%40x)">x</p>', { cid }).html).toContain('blob:https://app.test/1')
})

it('given a part that is missing, shows a placeholder and holds nothing back', () => {
  const mail = render('<img src="cid:none" alt="图">')
  expect(mail.heldImages.count).toBe(0)
  expect(mail.html).toContain('yanshu-held')
})
