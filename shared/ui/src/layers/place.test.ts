import { expect, it } from 'vitest'
import { place } from './place.ts'

const view = { width: 1000, height: 600 }
const layer = { width: 200, height: 100 }
const box = (left: number, top: number, width = 80, height = 30) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

it('stands below its anchor, in line with its start or end', () => {
  expect(place(box(100, 50), layer, view, 'bottom-start', 4)).toEqual({ left: 100, top: 84 })
  expect(place(box(400, 50), layer, view, 'bottom-end', 4)).toEqual({ left: 280, top: 84 })
  expect(place(box(400, 50), layer, view, 'bottom', 4)).toEqual({ left: 340, top: 84 })
})

it('turns to the other side when there is no room', () => {
  expect(place(box(100, 550), layer, view, 'bottom-start', 4).top).toBe(446)
  expect(place(box(100, 20), layer, view, 'top-start', 4).top).toBe(54)
  expect(place(box(850, 50), layer, view, 'right-start', 0).left).toBe(650)
})

it('never leaves the window', () => {
  expect(place(box(950, 50), layer, view, 'bottom-start', 4).left).toBe(792)
  expect(place(box(-40, 50), layer, view, 'bottom-start', 4).left).toBe(8)
})
