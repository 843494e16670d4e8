import { isZone } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { namedZones } from './namedZones.ts'

const JULY = Date.parse('2026-07-01T12:00:00Z')
const JANUARY = Date.parse('2026-01-15T12:00:00Z')
const zoneOf = (zone: string, now: number) => namedZones('zh', '', now).find((one) => one.zone === zone)

test('zones by name have the clock that holds now, whole hours or not, and are found in both languages', () => {
  expect(namedZones('zh', '', JULY).filter(({ zone }) => !isZone(zone))).toEqual([])
  expect([zoneOf('America/New_York', JULY)?.written, zoneOf('America/New_York', JANUARY)?.written]).toEqual([
    '-4',
    '-5',
  ])
  expect(zoneOf('Asia/Kolkata', JULY)?.written).toBe('+5:30')
  expect(zoneOf('America/New_York', JULY)?.keywords).toMatch(/New York[\s\S]*niuyue/)
})

test('a zone that is none of these is there while it is chosen', () => {
  expect(namedZones('en', 'Asia/Manila', JULY).at(-1)).toMatchObject({ zone: 'Asia/Manila', written: '+8' })
  expect(namedZones('en', 'Europe/Paris', JULY).filter(({ zone }) => zone === 'Europe/Paris')).toHaveLength(1)
})
