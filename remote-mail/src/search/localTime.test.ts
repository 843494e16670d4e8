import { describe, expect, it } from 'vitest'
import { fromLocalInput, toLocalInput } from './localTime.ts'

describe('times in a field', () => {
  it('go there and back in the zone of the user', () => {
    const moment = Date.UTC(2024, 10, 2, 6, 30, 15)
    expect(toLocalInput(moment, 8)).toBe('2024-11-02T14:30:15')
    expect(fromLocalInput('2024-11-02T14:30:15', 8)).toBe(moment)
    expect(fromLocalInput('2024-11-02T14:30', 8)).toBe(moment - 15_000)
  })
  it('are nothing while the field is empty', () => {
    expect(toLocalInput(null, 8)).toBe('')
    expect(fromLocalInput('', 8)).toBeNull()
    expect(fromLocalInput('2024-1', 8)).toBeNull()
  })
})
