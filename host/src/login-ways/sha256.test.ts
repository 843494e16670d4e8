import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findWork } from './findWork.ts'
import { sha256Head } from './sha256.ts'

const ofNode = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0)

test('it is what everybody else computes, up to the longest text of one block', () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'The skein of geese crosses the moon over three ridges.x'.slice(0, length)
    expect(sha256Head(text)).toBe(ofNode(text))
  }
})

test('the work that is found is what the server looks for', async () => {
  const seed = 'nq3c5f8yQk0P2m4T7v9xZ1b3D6g8J0l2N4p6R8t0V2w'
  const work = await findWork(seed, 10, new AbortController().signal)
  expect(Math.clz32(ofNode(`${seed}:${work}`))).toBeGreaterThanOrEqual(10)
})

test('it stops when nobody waits any more', async () => {
  const stopped = new AbortController()
  const search = findWork('seed', 32, stopped.signal)
  stopped.abort()
  await expect(search).rejects.toThrow()
})
