import { expect, it } from 'vitest'
import { partOfDay } from './partOfDay.ts'

it('greets by the zone of the account, whatever zone the browser is in', () => {
  const noon = Date.UTC(2026, 10, 23, 12)
  expect([-5, 0, 5, 8].map((zone) => partOfDay(noon, zone))).toEqual(['morning', 'afternoon', 'afternoon', 'evening'])
  expect(partOfDay(noon, 12)).toBe('morning')
})
