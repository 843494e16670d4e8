import { afterAll } from 'vitest'
import { reactAtRest } from './reactAtRest.ts'

// The window of a test file goes with the file: React's tasks that need it come before.
afterAll(async () => {
  if (typeof window !== 'undefined') await reactAtRest()
})
