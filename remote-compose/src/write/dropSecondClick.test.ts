// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { dropSecondClick } from './dropSecondClick.ts'

it('keeps the second click of a double one from what has come below it, and no other', () => {
  const row = document.body.appendChild(document.createElement('button'))
  const heard: string[] = []
  row.addEventListener('click', ({ detail }) => heard.push(`click ${detail}`))
  row.addEventListener('dblclick', () => heard.push('dblclick'))
  const press = (type: string, detail: number) =>
    row.dispatchEvent(new MouseEvent(type, { detail, bubbles: true, cancelable: true }))
  dropSecondClick()
  press('click', 2)
  press('dblclick', 2)
  expect(heard).toEqual([])
  press('click', 1)
  press('click', 2)
  expect(heard).toEqual(['click 1', 'click 2'])
  row.remove()
})
