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

test('given two failures on the screen within a minute, then that is once too often', () => {
  const breaker = new CircuitBreaker()
  expect(breaker.renderFailed('mail_1', 0)).toBe(false)
  expect(breaker.renderFailed('mail_1', 59_999)).toBe(true)
})

test('given failures further apart, or of different builds, then it is not', () => {
  const breaker = new CircuitBreaker()
  breaker.renderFailed('mail_1', 0)
  expect(breaker.renderFailed('mail_1', 60_000)).toBe(false)
  expect(breaker.renderFailed('mail_2', 60_001)).toBe(false)
})

test('given a build that failed, then why is known until it is pardoned', () => {
  const breaker = new CircuitBreaker()
  const error = failure('evaluate')
  breaker.failed('remote-mail', 'mail_1', error)
  expect(breaker.failureOf('remote-mail')).toBe(error)
  expect(breaker.failureOf('remote-ai')).toBeUndefined()
  breaker.pardon('mail_1')
  expect(breaker.failureOf('remote-mail')).toBeUndefined()
  expect(breaker.bad().size).toBe(0)
})
