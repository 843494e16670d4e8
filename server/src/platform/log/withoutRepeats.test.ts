import { expect, test } from 'vitest'
import { lineLog } from './log.ts'
import { withoutRepeats } from './withoutRepeats.ts'

function startLog() {
  const lines: { level: string; message: string; repeated?: number; why?: string; err?: object }[] = []
  const at = { now: 0 }
  const to = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, at, log: withoutRepeats(lineLog({ level: 'info', to }), () => at.now) }
}

test('an error that comes again is counted, and written once more after ten seconds with the count before it', () => {
  const { lines, at, log } = startLog()
  for (let time = 0; time < 967; time++) log.error({ err: new Error('no answer'), call: time }, 'a call failed')
  expect(lines).toMatchObject([{ level: 'error', message: 'a call failed', err: { message: 'no answer' } }])
  at.now = 10_000
  log.error({ err: new Error('no answer') }, 'a call failed')
  expect(lines.slice(1)).toMatchObject([
    { level: 'error', message: 'a call failed', repeated: 966, why: 'Error: no answer' },
    { level: 'error', message: 'a call failed', err: { message: 'no answer' } },
  ])
})

test('another error, another level and lines without an error are written each time', () => {
  const { lines, log } = startLog()
  log.error({ err: new Error('one') }, 'failed')
  log.error({ err: new Error('two') }, 'failed')
  log.warn({ err: new Error('one') }, 'failed')
  for (let time = 0; time < 3; time++) log.info({ err: new Error('one') }, 'failed')
  for (let time = 0; time < 3; time++) log.warn({}, 'the disk is nearly full')
  expect(lines).toHaveLength(9)
})

test('many different errors are not remembered for good', () => {
  const { lines, log } = startLog()
  for (let time = 0; time < 2_000; time++) log.error({ err: new Error(`no ${time % 1_000}`) }, 'failed')
  expect(lines.filter(({ err }) => err).length).toBeGreaterThanOrEqual(1_000)
  const written = lines.reduce((sum, { repeated = 0, err }) => sum + repeated + (err ? 1 : 0), 0)
  expect(written).toBeLessThanOrEqual(2_000)
})
