import { expect, test } from 'vitest'
import { lineLog } from './log.ts'

test('an event is one line of JSON with its error and what caused it; what is below the level is left out', () => {
  const lines: string[] = []
  const log = lineLog({ level: 'warn', to: { write: (line) => void lines.push(line) } })
  log.info({}, 'nobody asked for this')
  log.error({ err: new Error('outer', { cause: new Error('inner') }), mailId: 7 }, 'a mail could not be read')
  expect(lines).toHaveLength(1)
  const event = JSON.parse(lines[0] ?? '')
  expect(event).toMatchObject({ level: 'error', message: 'a mail could not be read', mailId: 7 })
  expect(event.err.message).toContain('outer')
  expect(event.err.stack).toContain('inner')
  expect(Date.parse(event.time)).toBeGreaterThan(0)
})
