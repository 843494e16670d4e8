// @vitest-environment happy-dom
import { socketMessage } from '@yanshu/contracts/schemas'
import { expect, test } from 'vitest'
import { push, receivePush } from '../src/socket/push.ts'

test('given an event under an open name, then whoever listens to that name hears its data, and nobody else', () => {
  const heard: unknown[] = []
  const stop = push.onEvent('calendar.changed', (data) => heard.push(data))
  receivePush({ optType: 'event', name: 'calendar.changed', data: { ids: [7] } })
  receivePush({ optType: 'event', name: 'contacts.changed', data: 1 })
  stop()
  receivePush({ optType: 'event', name: 'calendar.changed', data: 2 })
  expect(heard).toEqual([{ ids: [7] }])
})

test.each([
  ['a name of one word', { name: 'changed', data: null }],
  ['contents in place of ids', { name: 'calendar.changed', data: 'x'.repeat(3_000) }],
])('given an event with %s, then it is refused', (_what, event) => {
  expect(socketMessage.safeParse({ optType: 'event', ...event }).success).toBe(false)
})
