import { expect, test } from 'vitest'
import { idleWatch, type Measure } from './releaseWhenIdle.ts'

const MIB = 1_024 * 1_024
const busy = (mebibytes: number): Measure => ({ bytes: mebibytes * MIB, utilization: 0.8 })
const quiet = (mebibytes: number): Measure => ({ bytes: mebibytes * MIB, utilization: 0.01 })

test('given a busy time, then memory is released once it has been quiet for a while, and not again for nothing', () => {
  const isDue = idleWatch()
  const checks = [
    busy(600),
    quiet(600),
    busy(600),
    quiet(600),
    quiet(600),
    quiet(190),
    quiet(190),
    quiet(200),
    quiet(200),
  ]
  expect(checks.map(isDue)).toEqual([false, false, false, false, true, false, false, false, false])
})

test('given another busy time after a release, then it is released again', () => {
  const isDue = idleWatch()
  for (const check of [quiet(600), quiet(600), quiet(190)]) isDue(check)
  expect([busy(300), quiet(300), quiet(300)].map(isDue)).toEqual([false, false, true])
})

test('given a server that holds no more than at rest, then nothing is released', () => {
  const isDue = idleWatch()
  expect([quiet(140), quiet(140), quiet(140)].map(isDue)).toEqual([false, false, false])
})

test('given a server that indexes what came, then memory is released meanwhile, and not again soon', () => {
  const isDue = idleWatch()
  const indexing = (mebibytes: number): Measure => ({ bytes: mebibytes * MIB, utilization: 0.33 })
  const checks = [busy(600), indexing(600), indexing(600), indexing(190), indexing(300), indexing(300), quiet(300)]
  expect(checks.map(isDue)).toEqual([false, false, true, false, false, false, true])
})
