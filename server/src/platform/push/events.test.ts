import type { SocketMessage } from '@yanshu/contracts'
import { expect, test } from 'vitest'
import { LocalEvents } from './events.ts'

const READY: SocketMessage = { optType: 'ready', missed: false }

test('given a window that cannot be told, then the others are, and whoever tells them goes on', () => {
  const failures: unknown[] = []
  const events = new LocalEvents((error) => failures.push(error))
  const heard: string[] = []
  const broken = new Error('the socket is gone')
  events.subscribe(1, () => {
    throw broken
  })
  events.subscribe(1, () => heard.push('second'))
  events.publish(1, READY)
  expect(heard).toEqual(['second'])
  expect(failures).toEqual([broken])
})
