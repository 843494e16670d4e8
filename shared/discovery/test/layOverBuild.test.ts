import { describe, expect, test } from 'vitest'
import { type Candidate, type Decisions, defaultOf, type Manifest, type RolloutStage } from '../src/index.ts'
import {
  applyChange,
  defaultsOf,
  isUsed,
  labelOf,
  layOverBuild,
  type ManifestChange,
  nameOf,
  validateOperatorManifest,
} from '../src/operations.ts'
import { byDefault, candidate, manifest } from './samples.ts'

const MAIL = 'remote-mail'
const rolledOut = (traffic: number, stage: RolloutStage) => ({
  deployment: { traffic, default: false },
  extras: { rollout: { salt: 'k7', stage } },
})
const build = (version: string, minHost = '0.1.0'): Manifest => {
  const built = manifest({ [MAIL]: [candidate(MAIL, version, byDefault)] }, { revision: 1, minHost })
  return { ...built, decisions: { over: defaultsOf(built) } }
}
const named = (version: string) => nameOf(candidate(MAIL, version))
/** What operators wrote over the build 1.0.0. */
const written = (list: readonly Candidate[], decisions: Partial<Decisions> | null = {}): Manifest =>
  manifest({ [MAIL]: list }, decisions ? { decisions: { over: { [MAIL]: named('1.0.0') }, ...decisions } } : {})

/** Lays a manifest over a build; `own` are the versions that were published, which with those of the build are there. */
function laid(operators: Manifest, built: Manifest, own: readonly string[] = []): Manifest {
  const isOwn = ({ metadata }: Candidate) => own.includes(metadata.version)
  const isBuilt = (one: Candidate) =>
    Object.values(built.discovery.microFrontends)
      .flat()
      .some((other) => nameOf(other) === nameOf(one))
  return layOverBuild(operators, { built, isOwn, isHere: (one) => isOwn(one) || isBuilt(one), fits: () => true })
}
const versionsOf = ({ discovery }: Manifest) =>
  (discovery.microFrontends[MAIL] ?? []).map(
    ({ metadata, deployment, extras }) =>
      `${metadata.version} ${deployment.default ? 'default' : deployment.traffic} ${extras.rollout?.stage ?? ''}`,
  )

describe.each([
  ['with its decisions', {}],
  ['of the form before decisions', null],
] as const)('a manifest %s, over another build', (_what, decisions) => {
  const one = candidate(MAIL, '1.0.0', byDefault)

  test('given nothing that was decided of a version, then the new one is taken, and the one that is gone is not named', () => {
    const next = laid(written([one], decisions), build('1.1.0', '0.2.0'))
    expect(versionsOf(next)).toEqual(['1.1.0 default stable'])
    expect(next).toMatchObject({ revision: 3, previous: 2, updatedBy: 'build', minHost: '0.2.0' })
    expect(next.reason).toBe('the installed build brought remote-mail 1.1.0')
    expect(validateOperatorManifest(next)).toBe(next)
    // The result lies over the new build, so that it is left alone from then on.
    expect(laid(next, build('1.1.0', '0.2.0'))).toBe(next)
  })

  test('given the build that it was written over, then it is the same manifest', () => {
    const operators = written([one], decisions)
    expect(laid(operators, build('1.0.0'))).toBe(operators)
  })

  test('given a revoked and a disabled version, then they stay so without their files, and when a build brings them again', () => {
    const list = [
      one,
      candidate(MAIL, '0.9.0', rolledOut(0, 'revoked')),
      candidate(MAIL, '0.8.0', rolledOut(0, 'disabled')),
    ]
    const next = laid(written(list, decisions), build('1.1.0'))
    expect(versionsOf(next)).toEqual(['1.1.0 default stable', '0.9.0 0 revoked', '0.8.0 0 disabled'])
    const back = laid(next, build('0.9.0'))
    expect(versionsOf(back)).toContain('0.9.0 default revoked')
    expect(back.discovery.microFrontends[MAIL]?.some(isUsed)).toBe(false)
  })

  test('given a remote that is off, then so is the version that comes', () => {
    const off = candidate(MAIL, '1.0.0', { ...byDefault, extras: { rollout: { salt: 'k7', stage: 'disabled' } } })
    const next = laid(written([off], decisions && { disabled: [MAIL] }), build('1.1.0'))
    expect(versionsOf(next)).toContain('1.1.0 default disabled')
    expect(next.discovery.microFrontends[MAIL]?.some(isUsed)).toBe(false)
  })

  test('given a version that was published for everybody, then it stays while it is the newest, else it waits behind', () => {
    const own = written([candidate(MAIL, '1.5.0', byDefault), candidate(MAIL, '1.0.0')], decisions)
    expect(versionsOf(laid(own, build('1.4.0'), ['1.5.0']))).toEqual(['1.4.0 0 stable', '1.5.0 default '])
    expect(versionsOf(laid(own, build('1.6.0'), ['1.5.0']))).toEqual(['1.6.0 default stable', '1.5.0 0 stable'])
    // Of two builds of one number the installed one is the newer.
    const mf = { name: 'published', type: 'var', expose: './remote' } as const
    const twin = written(
      [candidate(MAIL, '1.5.0', { ...byDefault, extras: { mf } }), candidate(MAIL, '1.0.0')],
      decisions,
    )
    expect(versionsOf(laid(twin, build('1.5.0'), ['1.5.0']))).toEqual(['1.5.0 default stable', '1.5.0 0 stable'])
  })

  test('given a canary that was published, then its percentage stays', () => {
    const list = [candidate(MAIL, '1.5.0', rolledOut(10, 'canary')), one]
    expect(versionsOf(laid(written(list, decisions), build('1.4.0'), ['1.5.0']))).toEqual([
      '1.4.0 default stable',
      '1.5.0 10 canary',
    ])
  })
})

test('given a pinned version, then it stays behind no newer one while it is there; when it is gone, the new one is taken', () => {
  const operators = written([candidate(MAIL, '1.0.0', byDefault)], { pinned: { [MAIL]: named('1.0.0') } })
  const kept = laid(operators, build('2.0.0'), ['1.0.0'])
  expect(versionsOf(kept)).toEqual(['2.0.0 0 stable', '1.0.0 default '])
  expect(kept.decisions?.pinned).toEqual({ [MAIL]: named('1.0.0') })
  const gone = laid(operators, build('2.0.0'))
  expect(versionsOf(gone)).toEqual(['2.0.0 default stable'])
  expect(gone.decisions?.pinned).toEqual({})
})

test('given a roll back, then the version that was taken back stays so, and the one after it is taken', () => {
  const list = [
    candidate(MAIL, '1.0.0', { ...byDefault, extras: { rollout: { salt: 'k7', stage: 'stable' } } }),
    candidate(MAIL, '1.1.0', rolledOut(0, 'disabled')),
  ]
  const operators = manifest({ [MAIL]: list }, { decisions: { over: { [MAIL]: named('1.1.0') } } })
  expect(laid(operators, build('1.1.0'), ['1.0.0'])).toBe(operators)
  expect(versionsOf(laid(operators, build('1.2.0'), ['1.0.0']))).toEqual([
    '1.2.0 default stable',
    '1.0.0 0 stable',
    '1.1.0 0 disabled',
  ])
})

test('given remotes that only one side knows, then those that were published stay and those of the build come and go with it', () => {
  const [notes, files] = ['remote-notes', 'remote-files'] as const
  const operators = manifest(
    {
      [MAIL]: [candidate(MAIL, '1.0.0', byDefault)],
      'remote-old': [candidate('remote-old', '1.0.0', byDefault)],
      [notes]: [candidate(notes, '5.0.0', byDefault)],
    },
    { decisions: { over: { [MAIL]: named('1.0.0'), 'remote-old': nameOf(candidate('remote-old', '1.0.0')) } } },
  )
  const { discovery } = build('1.0.0')
  const built = manifest({ ...discovery.microFrontends, [files]: [candidate(files, '1.0.0', byDefault)] })
  const next = laid(operators, built, ['5.0.0'])
  expect(Object.keys(next.discovery.microFrontends)).toEqual([MAIL, notes, files])
  expect(next.reason).toBe('the installed build brought remote-files 1.0.0')
})

test('given a published remote on an address that the new build has too, then the build is served without it', () => {
  const notes = 'remote-notes'
  const own = candidate(notes, '5.0.0', {
    ...byDefault,
    extras: { contributes: candidate(MAIL, '1.0.0').extras.contributes },
  })
  const operators = manifest(
    { 'remote-files': [candidate('remote-files', '1.0.0', byDefault)], [notes]: [own] },
    { decisions: { over: { 'remote-files': nameOf(candidate('remote-files', '1.0.0')) } } },
  )
  expect(Object.keys(laid(operators, build('1.0.0'), ['5.0.0']).discovery.microFrontends)).toEqual([MAIL])
})

test('given changes, then what they decide of a remote as a whole is kept with the manifest', () => {
  let now = written([candidate(MAIL, '1.1.0', rolledOut(10, 'canary')), candidate(MAIL, '1.0.0', byDefault)])
  const after = (change: ManifestChange) => {
    now = applyChange(now, change, { by: 'ops', reason: 'x', at: '2026-03-02T09:00:00Z' })
    const { pinned, disabled } = now.decisions ?? {}
    return { pinned, disabled }
  }
  const at = { remote: MAIL, version: '1.0.0' }
  expect(after({ action: 'pin', ...at })).toEqual({ pinned: { [MAIL]: named('1.0.0') }, disabled: [] })
  expect(after({ action: 'disable', remote: MAIL })).toEqual({ pinned: { [MAIL]: named('1.0.0') }, disabled: [MAIL] })
  expect(after({ action: 'enable', remote: MAIL })).toEqual({ pinned: { [MAIL]: named('1.0.0') }, disabled: [] })
  expect(after({ action: 'promote', remote: MAIL, version: '1.1.0', to: 100 })).toEqual({ pinned: {}, disabled: [] })
  expect(after({ action: 'disable', ...at })).toEqual({ pinned: {}, disabled: [] })
  expect(labelOf(defaultOf(now.discovery.microFrontends[MAIL] ?? []) ?? candidate(MAIL, '0.0.0'))).toBe('1.1.0')
})
