import { expect, test } from 'vitest'
import { createRuntime } from '../../platform/runtime/runtime.ts'
import { giveWay } from './pace.ts'

test('work is done, its failure passes, and a rest ends with its signal', async () => {
  const parts = { runtime: createRuntime() }
  const stopping = new AbortController()
  expect(await giveWay(parts, stopping.signal, async () => 'done')).toBe('done')
  const fails = giveWay(parts, stopping.signal, async () => {
    throw new Error('no disk')
  })
  await expect(fails).rejects.toThrow('no disk')
  stopping.abort()
  await expect(giveWay(parts, stopping.signal, async () => 'done')).rejects.toThrow('aborted')
})
