import { expect, it } from 'vitest'
import { renderTree } from '../../test/render.ts'

it('given a form, keeps what it showed and nothing to fill in', () => {
  const tree = renderTree(
    '<form action="http://x"><label>名</label><input name="p" type="password"><input type="submit" value="提交"><select><option>甲<option selected>乙</select><textarea>丙</textarea><button>丁</button></form>',
  )
  expect(tree.querySelector('form, input, select, textarea, button, label')).toBeNull()
  expect(tree.textContent).toBe('名提交乙丙丁')
})

it('given an image button, holds it like any image', () => {
  expect(
    renderTree('<input type="image" src="http://x.test/a" alt="go">').querySelector('img')?.getAttribute('alt'),
  ).toBe('go')
})
