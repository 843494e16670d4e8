// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { tabbables } from './focus.ts'

const namesIn = (html: string) => {
  document.body.innerHTML = html
  return tabbables(document.body).map(({ id }) => id)
}

test('of the radio buttons of a group Tab reaches the chosen one, else the first; other groups count apart', () => {
  const group = (name: string, chosen: string) =>
    ['1', '2', '3']
      .map((at) => `<input type=radio name=${name} id=${name}${at} ${at === chosen ? 'checked' : ''}>`)
      .join('')
  expect(namesIn(`${group('a', '2')}${group('b', '')}<input type=radio id=alone>`)).toEqual(['a2', 'b1', 'alone'])
})

test('what is hidden, inert or out of the order is not reached', () => {
  expect(
    namesIn(
      '<button id=a></button><div inert><button id=b></button></div><a id=c href="#" hidden></a><p id=d tabindex=-1>',
    ),
  ).toEqual(['a'])
})
