import { expect, test } from 'vitest'
import { CircuitBreaker } from '../../src/federation/CircuitBreaker.ts'
import { RemoteError, type RemoteErrorClass } from '../../src/federation/RemoteError.ts'

const failure = (errorClass: RemoteErrorClass) => new RemoteError(errorClass, 'remote-mail', '1.0.0', 'failed')

const forgiven: [RemoteErrorClass, boolean][] = [
  ['load', true],
  ['integrity', true],
  ['evaluate', false],
  ['contract', false],
  ['compat', false],
  ['render', false],
]

test.each(forgiven)(
  'given a build that failed by %s, when asked again, then another chance is %s',
  (errorClass, chance) => {
    const breaker = new CircuitBreaker()
    breaker.failed('remote-mail', 'mail_1', failure(errorClass))
    expect(breaker.bad().has('mail_1')).toBe(true)
    breaker.forgive('remote-ai')
    expect(breaker.bad().has('mail_1')).toBe(true)
    breaker.forgive('remote-mail')
    expect(breaker.bad().has('mail_1')).toBe(!chance)
  },
)

test('given two failures on the screen within a minute, then the build is given up', () => {
  const breaker = new CircuitBreaker()
  expect(breaker.renderFailed('remote-mail', 'mail_1', failure('render'), 0)).toBe(false)
  expect(breaker.bad().size).toBe(0)
  expect(breaker.renderFailed('remote-mail', 'mail_1', failure('render'), 59_999)).toBe(true)
  expect(breaker.bad().has('mail_1')).toBe(true)
})

test('given failures further apart, or of different builds, then none is given up', () => {
  const breaker = new CircuitBreaker()
  breaker.renderFailed('remote-mail', 'mail_1', failure('render'), 0)
  expect(breaker.renderFailed('remote-mail', 'mail_1', failure('render'), 60_000)).toBe(false)
  expect(breaker.renderFailed('remote-mail', 'mail_2', failure('render'), 60_001)).toBe(false)
  expect(breaker.bad().size).toBe(0)
})
