// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { raiseOver } from './raiseOver.ts'

const boxOf = (left: number, top: number, width: number, height: number) => new DOMRect(left, top, width, height)

function place(tag: string, box: DOMRect) {
  const element = document.createElement(tag)
  element.getBoundingClientRect = () => box
  return element
}

const pageOf =
  (...elements: readonly Element[]) =>
  (x: number, y: number) =>
    elements.filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      return x >= left && x <= right && y >= top && y <= bottom
    })

it('stays where it is while nothing is pressed there', () => {
  const notice = place('div', boxOf(500, 840, 400, 40))
  expect(raiseOver(notice, pageOf(notice, place('p', boxOf(0, 0, 1440, 900))))).toBe(0)
})

it('moves above buttons, and above those that it would come to stand over then', () => {
  const notice = place('div', boxOf(500, 840, 400, 40))
  const low = place('button', boxOf(600, 850, 80, 30))
  const higher = place('button', boxOf(520, 800, 300, 44))
  expect(raiseOver(notice, pageOf(notice, low))).toBe(880 - 850 + 8)
  expect(raiseOver(notice, pageOf(notice, low, higher))).toBe(880 - 800 + 8)
})

it('stays where it is where there is no free place near', () => {
  const notice = place('div', boxOf(500, 840, 400, 40))
  const form = Array.from({ length: 20 }, (_, at) => place('input', boxOf(500, 860 - at * 40, 400, 38)))
  expect(raiseOver(notice, pageOf(notice, ...form))).toBe(0)
})

it('does not count its own buttons', () => {
  const notice = place('div', boxOf(500, 840, 400, 40))
  const undo = place('button', boxOf(840, 845, 50, 30))
  notice.append(undo)
  expect(raiseOver(notice, pageOf(notice, undo))).toBe(0)
})

it('ends for a notice that is not drawn', () => {
  const notice = place('div', boxOf(0, 0, 0, 0))
  expect(raiseOver(notice, pageOf(notice))).toBe(0)
})
