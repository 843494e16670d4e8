import { expect, test } from 'vitest'
import { keptPart } from './keptPart.ts'

test('given a part, then it is here once it has come, also when it was lost before', async () => {
  let lost = true
  const part = keptPart(() => (lost ? Promise.reject(new Error('lost')) : Promise.resolve({ default: 'view' })))
  await expect(part.load()).rejects.toThrow('lost')
  expect(part.here()).toBeUndefined()
  lost = false
  expect(await part.load()).toEqual({ default: 'view' })
  expect(part.here()?.default).toBe('view')
})
