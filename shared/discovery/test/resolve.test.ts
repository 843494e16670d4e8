import { describe, expect, test } from 'vitest'
import {
  type Candidate,
  HostTooOldError,
  NoCandidateError,
  type ResolveContext,
  type Rollout,
  resolve,
  userHash,
} from '../src/index.ts'
import { byDefault, candidate, filling, manifest } from './samples.ts'

const context: ResolveContext = {
  hostVersion: '0.1.0',
  provided: { react: '19.3.1' },
  base: 'https://mail.test/#/inbox',
  origins: ['https://mail.test'],
  user: { key: 'li.na@yanshu.test', depts: ['IT'] },
}

const v1 = candidate('remote-mail', '1.0.0', byDefault)
const v2 = (changes: Parameters<typeof candidate>[2] = {}) => candidate('remote-mail', '2.0.0', changes)
const rollout = (changes: Partial<Rollout>): { extras: Partial<Candidate['extras']> } => ({
  extras: { rollout: { salt: 'k7', ...changes } },
})

const outcome = (candidates: readonly Candidate[], changes: Partial<ResolveContext> = {}) => {
  const found = resolve(manifest({ 'remote-mail': candidates }), { ...context, ...changes }).get('remote-mail')
  if (found === undefined) return 'nothing'
  if (found instanceof NoCandidateError) return found.refusals.map(({ version, code }) => `${version} ${code}`)
  return `${found.version} ${found.reason}`
}

const everyone = { deployment: { traffic: 100, default: false } }
const lina = userHash('k7', 'li.na@yanshu.test')

describe('resolve', () => {
  const cases: [string, readonly Candidate[], Partial<ResolveContext>, string | readonly string[]][] = [
    ['the default alone', [v1], {}, '1.0.0 default'],
    ['a version that nobody is given', [v2(), v1], {}, '1.0.0 default'],
    ['a version that everybody is given', [v2(everyone), v1], {}, '2.0.0 percentage'],
    ['a percentage before anyone is logged in', [v2(everyone), v1], { user: undefined }, '1.0.0 default'],
    ['a rule for a user', [v2(rollout({ rules: [{ users: [lina], use: true }] })), v1], {}, '2.0.0 rule'],
    [
      'a rule for another user',
      [v2(rollout({ rules: [{ users: ['h:0000000000000000'], use: true }] })), v1],
      {},
      '1.0.0 default',
    ],
    ['a rule for a department', [v2(rollout({ rules: [{ depts: ['IT'], use: true }] })), v1], {}, '2.0.0 rule'],
    [
      'a rule whose department fits and whose user does not',
      [v2(rollout({ rules: [{ depts: ['IT'], users: ['h:0000000000000000'], use: true }] })), v1],
      {},
      '1.0.0 default',
    ],
    ['a rule without a condition', [v2(rollout({ rules: [{ use: true }] })), v1], {}, '1.0.0 default'],
    [
      'a rule that keeps somebody out of the percentage',
      [v2({ ...everyone, ...rollout({ rules: [{ users: [lina], use: false }] }) }), v1],
      {},
      '1.0.0 default',
    ],
    [
      'a revoked version, even by rule',
      [v2(rollout({ stage: 'revoked', rules: [{ depts: ['IT'], use: true }] })), v1],
      {},
      '1.0.0 default',
    ],
    [
      'a disabled version, even for everybody',
      [v2({ ...everyone, ...rollout({ stage: 'disabled' }) }), v1],
      {},
      '1.0.0 default',
    ],
    [
      'a revoked default',
      [
        candidate('remote-mail', '2.0.0', { ...byDefault, ...rollout({ stage: 'revoked' }) }),
        candidate('remote-mail', '1.0.0'),
      ],
      {},
      '1.0.0 previous',
    ],
    [
      'only a revoked version',
      [candidate('remote-mail', '2.0.0', { ...byDefault, ...rollout({ stage: 'revoked' }) })],
      {},
      ['2.0.0 revoked'],
    ],
    [
      'a requirement that the host does not meet',
      [v2({ ...everyone, extras: { requires: { react: '^20.0.0' } } }), v1],
      {},
      '1.0.0 default',
    ],
    [
      'a requirement that the host does not know',
      [v2({ ...everyone, extras: { requires: { vue: '^3.0.0' } } }), v1],
      {},
      '1.0.0 default',
    ],
    ['a version that failed here', [v2(everyone), v1], { bad: new Set(['remote_mail__2_0_0']) }, '1.0.0 default'],
    ['a default that failed here', [v1, v2()], { bad: new Set(['remote_mail__1_0_0']) }, '2.0.0 previous'],
    [
      'a failed default and only a canary',
      [v1, v2(rollout({ stage: 'canary' }))],
      { bad: new Set(['remote_mail__1_0_0']) },
      ['1.0.0 bad'],
    ],
    [
      'a failed default and a version that worked before',
      [v1, v2(), candidate('remote-mail', '0.9.0')],
      { bad: new Set(['remote_mail__1_0_0']), previousGood: { 'remote-mail': 'remote_mail__0_9_0' } },
      '0.9.0 previous',
    ],
    ['code of a foreign origin', [v2({ ...everyone, url: 'https://evil.test/x.js' }), v1], {}, '1.0.0 default'],
    [
      'code of a foreign origin without a scheme',
      [v2({ ...everyone, url: '//evil.test/x.js' }), v1],
      {},
      '1.0.0 default',
    ],
    [
      'a foreign origin as fallback',
      [v2({ ...everyone, fallbackUrl: 'https://evil.test/x.js' }), v1],
      {},
      '1.0.0 default',
    ],
    ['code that is no address', [v2({ ...everyone, url: 'data:text/javascript,1' }), v1], {}, '1.0.0 default'],
    [
      'an allowed origin',
      [v2({ ...everyone, url: 'https://cdn.test/x.js' }), v1],
      { origins: ['https://mail.test', 'https://cdn.test'] },
      '2.0.0 percentage',
    ],
    [
      'a local build',
      [v1],
      { allowOverride: true, overrides: { 'remote-mail': 'http://localhost:4301/remoteEntry.js' } },
      'local override',
    ],
    [
      'a local build where it is not allowed',
      [v1],
      { overrides: { 'remote-mail': 'http://localhost:4301/remoteEntry.js' } },
      '1.0.0 default',
    ],
    [
      'a "local" build from elsewhere',
      [v1],
      { allowOverride: true, overrides: { 'remote-mail': 'https://localhost.evil.test/x.js' } },
      '1.0.0 default',
    ],
    ['no version at all', [], {}, []],
  ]

  test.each(cases)('given %s', (_what, candidates, changes, expected) => {
    expect(outcome(candidates, changes)).toEqual(expected)
  })

  test('given a host older than the manifest wants, then nothing is chosen', () => {
    expect(() => resolve(manifest({ 'remote-mail': [v1] }, { minHost: '0.2.0' }), context)).toThrow(HostTooOldError)
  })

  test('given a version that claims the routes of another remote, then its default stays', () => {
    const other = candidate('remote-compose', '1.0.0', byDefault)
    const greedy = candidate('remote-compose', '2.0.0', {
      ...everyone,
      extras: { contributes: filling('mail/write') },
    })
    const resolution = resolve(manifest({ 'remote-mail': [v1], 'remote-compose': [greedy, other] }), context)
    expect(resolution.get('remote-compose')).toMatchObject({ version: '1.0.0', reason: 'default' })
  })

  test('given a chosen version, then addresses are absolute and carry what loading needs', () => {
    const [chosen] = resolve(
      manifest({ 'remote-mail': [candidate('remote-mail', '1.0.0', { ...byDefault, fallbackUrl: '/b/x.js' })] }),
      context,
    ).values()
    expect(chosen).toMatchObject({
      urls: ['https://mail.test/r/remote-mail/1.0.0-0a1b2c3d/remoteEntry.js', 'https://mail.test/b/x.js'],
      integrity: 'sha384-YWJj',
      mfName: 'remote_mail__1_0_0',
      expose: './remote',
    })
  })
})

describe('a growing percentage', () => {
  const users = Array.from({ length: 4_000 }, (_, index) => ({ key: `user${index}@yanshu.test`, depts: [] }))
  const gets = (traffic: number, others: readonly Candidate[] = []) => {
    const list = [v2({ deployment: { traffic, default: false }, ...rollout({ stage: 'canary' }) }), ...others, v1]
    return new Set(users.filter((user) => outcome(list, { user }) === '2.0.0 percentage').map(({ key }) => key))
  }

  test('given 10 % and then 50 %, then whoever was in stays in, and the shares are right', () => {
    const [ten, fifty] = [gets(10), gets(50)]
    expect([...ten].filter((key) => !fifty.has(key))).toEqual([])
    expect(ten.size / users.length).toBeCloseTo(0.1, 1)
    expect(Math.abs(fifty.size / users.length - 0.5)).toBeLessThan(0.03)
  })

  test('given another version beside it, then the same users stay in', () => {
    const beside = candidate('remote-mail', '3.0.0', {
      deployment: { traffic: 20, default: false },
      ...rollout({ stage: 'canary' }),
    })
    expect(gets(10, [beside])).toEqual(gets(10))
  })

  test('given two versions of one salt, then each gets its own share', () => {
    const third = candidate('remote-mail', '3.0.0', {
      deployment: { traffic: 10, default: false },
      ...rollout({ stage: 'canary' }),
    })
    const list = [v2({ deployment: { traffic: 10, default: false }, ...rollout({ stage: 'canary' }) }), third, v1]
    const counts = { '2.0.0 percentage': 0, '3.0.0 percentage': 0, '1.0.0 default': 0 }
    for (const user of users) {
      const result = outcome(list, { user })
      if (typeof result === 'string' && result in counts) Reflect.set(counts, result, Reflect.get(counts, result) + 1)
    }
    expect(counts['2.0.0 percentage'] / users.length).toBeCloseTo(0.1, 1)
    expect(counts['3.0.0 percentage'] / users.length).toBeCloseTo(0.1, 1)
    expect(counts['1.0.0 default'] / users.length).toBeCloseTo(0.8, 1)
  })
})
