import { expect, test } from 'vitest'
import { writes } from './writes.ts'

test('given an answer that is removed at once while it is still being kept, then it does not come back', async () => {
  const writing = writes()
  const kept = new Set<string>()
  const stored = Promise.withResolvers<void>()
  writing.soon(async () => {
    await stored.promise
    kept.add('answer')
  })
  writing.now()
  const removed = Promise.withResolvers<void>()
  writing.soon(async () => {
    kept.delete('answer')
    removed.resolve()
  })
  writing.now()
  stored.resolve()
  await removed.promise
  expect([...kept]).toEqual([])
})

test('given a write that fails and one that is replaced, then the last one is made, once', async () => {
  const writing = writes()
  const made: string[] = []
  writing.soon(() => Promise.reject(new Error('no disk')))
  writing.now()
  writing.soon(async () => made.push('replaced'))
  const done = Promise.withResolvers<void>()
  writing.soon(async () => {
    made.push('last')
    done.resolve()
  })
  writing.now()
  writing.now()
  await done.promise
  expect(made).toEqual(['last'])
})
