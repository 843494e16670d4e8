import { messageProblems } from '@yanshu/build/messageProblems'
import type { MeasuredPoint } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import en from '../messages/en.ts'
import zh from '../messages/zh.ts'
import { errorRate, niceTop, plotOf, xOf } from './plotModel.ts'

const HOUR = 3_600_000
const point = (at: number, more: Partial<MeasuredPoint>): MeasuredPoint => ({
  at,
  loads: 0,
  failures: {},
  fallbacks: 0,
  errors: 0,
  duplicates: 0,
  tried: 0,
  failed: 0,
  loadMs: null,
  fallbackMs: null,
  vitals: {},
  ...more,
})

test('given counts, then a rate is one of those who met the version', () => {
  expect(errorRate({ tried: 0, failed: 0 })).toBeNull()
  expect(errorRate({ tried: 3, failed: 1 })).toBe(33.3)
})

test('given values of two versions, then their lines share a scale, and a version without any has none', () => {
  const span = { from: 0, to: 10 * HOUR }
  const versions = [
    { version: '1.1.0', points: [point(HOUR, { loadMs: 90 }), point(9 * HOUR, { loadMs: 180 })] },
    { version: '1.0.0', points: [point(0, { tried: 4 })] },
  ]
  const { lines, top } = plotOf(versions, 'loadMs', span, HOUR)
  expect(top).toBe(200)
  expect(lines).toEqual([
    {
      version: '1.1.0',
      points: [
        { x: 15, y: 55, value: 90 },
        { x: 95, y: 10, value: 180 },
      ],
    },
  ])
  expect(plotOf(versions, 'rate', span, HOUR).lines).toEqual([
    { version: '1.0.0', points: [{ x: 5, y: 100, value: 0 }] },
  ])
  expect(plotOf([], 'INP', span, HOUR)).toEqual({ lines: [], top: 1 })
})

test('given a number, then the scale ends at a round one above it', () => {
  expect([0, 0.7, 1, 1.2, 23, 26, 180, 999].map(niceTop)).toEqual([1, 1, 1, 2, 25, 50, 200, 1_000])
  expect(xOf(-5, { from: 0, to: 10 })).toBe(0)
})

test('the words of the page say the same in both languages, with the same values', () => {
  expect(messageProblems([zh], en)).toEqual([])
})
