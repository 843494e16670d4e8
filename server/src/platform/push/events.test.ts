import { expect, test } from 'vitest'
import { LocalEvents } from './events.ts'

test('given a follower that fails, then the others are notified, and whoever changed something continues', () => {
  const failures: unknown[] = []
  const events = new LocalEvents((error) => failures.push(error))
  const received: string[] = []
  const broken = new Error('the socket is gone')
  events.subscribe(1, () => {
    throw broken
  })
  events.subscribe(1, () => received.push('second'))
  events.changed(1)
  expect(received).toEqual(['second'])
  expect(failures).toEqual([broken])
})
