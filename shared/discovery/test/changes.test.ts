import { describe, expect, test } from 'vitest'
import type { Manifest } from '../src/index.ts'
import { resolve } from '../src/index.ts'
import { applyChange, describeEffects, diffManifests, type ManifestChange, notGivenAgain } from '../src/operations.ts'
import { byDefault, candidate, manifest } from './samples.ts'

const NOTE = { by: 'wang.l', reason: 'test', at: '2026-03-03T08:00:00Z' }
const next = candidate('remote-mail', '1.1.0', { extras: { rollout: { salt: 'k7', stage: 'canary' } } })
const start = manifest({
  'remote-mail': [next, candidate('remote-mail', '1.0.0', byDefault)],
  'remote-calendar': [candidate('remote-calendar', '2.0.0', byDefault)],
})

/** Makes changes one after the other, each knowing those before it. */
function after(...changes: ManifestChange[]): Manifest {
  const past: Manifest[] = [start]
  for (const change of changes) past.unshift(applyChange(past[0] ?? start, change, NOTE, past))
  return past[0] ?? start
}

const PEOPLE = Array.from({ length: 400 }, (_, at) => `person${at}@yanshu.test`)
/** Who gets which version of the mail remote. */
function versions(of: Manifest, people = PEOPLE, depts: readonly string[] = []): string[] {
  return people.map((key) => {
    const chosen = resolve(of, {
      hostVersion: '0.1.0',
      provided: { react: '19.0.0' },
      base: 'https://mail.yanshu.test/',
      origins: ['https://mail.yanshu.test'],
      user: { key, depts },
    }).get('remote-mail')
    return chosen && 'version' in chosen ? chosen.version : 'none'
  })
}
const share = (of: Manifest) => versions(of).filter((version) => version === '1.1.0').length / PEOPLE.length
const mail = { remote: 'remote-mail', version: '1.1.0' } as const
const to = (percent: number): ManifestChange => ({ action: 'promote', ...mail, to: percent })

describe('a change of the manifest', () => {
  test('given 1, 10, 50 and 100 percent, then about so many get the version, and nobody loses it on the way', () => {
    let before: string[] = []
    let now = start
    for (const percent of [1, 10, 50, 100]) {
      now = applyChange(now, to(percent), NOTE, [now])
      const got = versions(now)
      for (const [at, version] of before.entries()) if (version === '1.1.0') expect(got[at]).toBe('1.1.0')
      expect(Math.abs(share(now) - percent / 100)).toBeLessThan(0.06)
      before = got
    }
    expect(share(now)).toBe(1)
    expect(now).toMatchObject({ revision: 6, previous: 5, updatedBy: 'wang.l', reason: 'test' })
  })

  test('given rules, then the department and the person get it, whom it is kept from does not, and each can be taken away', () => {
    const rule = (target: Extract<ManifestChange, { action: 'rule' }>['target'], use: boolean | null = true) =>
      ({ action: 'rule', ...mail, target, use }) as const
    const given = after(rule({ department: 'IT' }), rule({ user: 'Person7@yanshu.test' }))
    expect(versions(given, ['a@yanshu.test'], ['研发', 'IT'])).toEqual(['1.1.0'])
    expect(versions(given, ['person7@yanshu.test', 'person8@yanshu.test'])).toEqual(['1.1.0', '1.0.0'])
    expect(JSON.stringify(given)).not.toContain('erson7')
    const denied = after(rule({ department: 'IT' }), rule({ user: 'person7@yanshu.test' }, false))
    expect(versions(denied, ['person7@yanshu.test'], ['IT'])).toEqual(['1.0.0'])
    const gone = after(rule({ department: 'IT' }), rule({ department: 'IT' }, null))
    expect(versions(gone, ['a@yanshu.test'], ['IT'])).toEqual(['1.0.0'])
    expect(() => after(rule({ department: 'IT' }, null))).toThrow('has no such rule')
  })

  test('given a canary, then rollback takes it away; given none, then it goes back to the default before', () => {
    const canary = after(to(50), { action: 'rollback', remote: 'remote-mail' })
    expect(new Set(versions(canary))).toEqual(new Set(['1.0.0']))
    const whole = after(to(100), { action: 'rollback', remote: 'remote-mail' })
    expect(new Set(versions(whole))).toEqual(new Set(['1.0.0']))
    // And not forward again to what was just rolled back.
    expect(() =>
      after(to(100), { action: 'rollback', remote: 'remote-mail' }, { action: 'rollback', remote: 'remote-mail' }),
    ).toThrow('There is no earlier version of remote-mail')
    expect(() => after({ action: 'rollback', remote: 'remote-calendar' })).toThrow('no earlier version')
  })

  test('given a default that is revoked, then the one before takes its place; a revoked one is not given again', () => {
    const revoked = after(to(100), { action: 'revoke', ...mail })
    expect(new Set(versions(revoked))).toEqual(new Set(['1.0.0']))
    expect(revoked.discovery.microFrontends['remote-mail']?.[0]?.extras.rollout?.stage).toBe('revoked')
    expect(() => applyChange(revoked, to(10), NOTE, [revoked])).toThrow('was revoked')
  })

  test('given pin, then everybody has it; given disable, then nobody has the remote; enable and restore give it back', () => {
    expect(new Set(versions(after(to(50), { action: 'pin', remote: 'remote-mail', version: '1.0.0' })))).toEqual(
      new Set(['1.0.0']),
    )
    const off: ManifestChange = { action: 'disable', remote: 'remote-mail' }
    expect(new Set(versions(after(to(50), off)))).toEqual(new Set(['none']))
    expect(share(after(to(50), off, { action: 'enable', remote: 'remote-mail' }))).toBe(share(after(to(50))))
    const restored = after(to(50), off, { action: 'restore', revision: 3 })
    expect(restored.discovery).toEqual(after(to(50)).discovery)
    expect(restored).toMatchObject({ revision: 5, previous: 4 })
  })

  test('given what makes no sense, then it is a sentence', () => {
    const wrong: [ManifestChange, string][] = [
      [
        { action: 'promote', remote: 'remote-mall', version: '1.1.0', to: 10 },
        'has no remote-mall. It has: remote-mail',
      ],
      [{ action: 'promote', remote: 'remote-mail', version: '9.9.9', to: 10 }, 'There are: 1.1.0, 1.0.0'],
      [{ action: 'promote', remote: 'remote-mail', version: '1.0.0', to: 10 }, 'is what everybody gets'],
      [to(20), 'write 1, 10, 50 or 100'],
      [{ action: 'restore', revision: 77 }, 'There is no revision 77'],
      [{ action: 'rule', ...mail, target: { hash: 'nonsense' }, use: true }, 'is not a user hash'],
      [{ action: 'enable', remote: 'remote-mail', version: '1.1.0' }, 'changes nothing'],
    ]
    for (const [change, sentence] of wrong) expect(() => after(change)).toThrow(sentence)
  })

  test('given two builds of one number, then the operator must say which', () => {
    const build = (id: string) =>
      candidate('remote-mail', '1.1.0', {
        extras: { mf: { name: `mail_${id}`, type: 'var', expose: './remote' }, build: { id } },
      })
    const two = manifest({
      'remote-mail': [build('aaaa'), build('bbbb'), candidate('remote-mail', '1.0.0', byDefault)],
    })
    expect(() => applyChange(two, to(10), NOTE)).toThrow('Name one of: 1.1.0-aaaa, 1.1.0-bbbb')
    const chosen = applyChange(two, { action: 'promote', remote: 'remote-mail', version: '1.1.0-bbbb', to: 10 }, NOTE)
    expect(chosen.discovery.microFrontends['remote-mail']?.map(({ deployment }) => deployment.traffic)).toEqual([
      0, 10, 100,
    ])
  })
})

test('given a change, then people read what they will see of it, and the diff names what differs', () => {
  const grown = after(to(10))
  expect(describeEffects(start, grown)).toEqual(['remote-mail 1.1.0 goes to 10 % of the people (before: 0 %)'])
  expect(diffManifests(start, grown)).toEqual([{ path: 'remote-mail 1.1.0 deployment.traffic', before: 0, after: 10 }])
  expect(describeEffects(grown, applyChange(grown, to(50), NOTE))).toEqual([
    'remote-mail 1.1.0 goes to 50 % of the people (before: 10 %); who has it keeps it',
  ])
  expect(describeEffects(start, after({ action: 'disable', remote: 'remote-calendar' }))).toEqual([
    'remote-calendar 2.0.0 is given to nobody who opens a page from now on; open pages may keep it',
    'remote-calendar is there for nobody: its places are empty, its addresses say that they are not available',
  ])
  expect(describeEffects(start, after(to(100)))[0]).toBe('remote-mail 1.1.0 goes to everybody (before: 1.0.0)')
})

test('given a revoked version, then no restore, roll back or publication gives it again, but a restore that names it', () => {
  const past = [start]
  const make = (change: ManifestChange) => {
    const made = applyChange(past[0] ?? start, change, NOTE, past)
    past.unshift(made)
    return made
  }
  const offers = ({ discovery }: Manifest) =>
    (discovery.microFrontends['remote-mail'] ?? []).map(
      ({ metadata, deployment, extras }) =>
        `${metadata.version} ${deployment.default ? 'default' : deployment.traffic} ${extras.rollout?.stage ?? ''}`,
    )
  make(to(100))
  const revoked = make({ action: 'revoke', ...mail })
  expect(offers(revoked)).toEqual(['1.1.0 0 revoked', '1.0.0 default stable'])
  // Revision 3 gave it to all people: they keep what they have.
  expect(() => make({ action: 'restore', revision: 3 })).toThrow(
    'remote-mail 1.1.0 was revoked after revision 3 and stays so. To give it again: --again remote-mail@1.1.0',
  )
  const change = { action: 'restore', revision: 2 } as const
  const back = make(change)
  expect(offers(back)).toEqual(['1.1.0 0 revoked', '1.0.0 default '])
  expect(notGivenAgain({ action: 'restore', revision: 3 }, back, past)).toHaveLength(1)
  expect(notGivenAgain(change, back, past)).toEqual([])
  expect(() => make({ action: 'rollback', remote: 'remote-mail' })).toThrow('no earlier version')
  // A manifest that does not list it any more does not forget it.
  const unlisted = { ...back, revision: 7, discovery: { ...back.discovery, microFrontends: {} } }
  expect(() =>
    applyChange(unlisted, { action: 'publish', remote: 'remote-mail', candidate: next }, NOTE, past),
  ).toThrow('was revoked and is not given again')
  expect(offers(applyChange(unlisted, { action: 'restore', revision: 2 }, NOTE, past))).toContain('1.1.0 0 revoked')

  expect(() => make({ action: 'restore', revision: 3, again: ['remote-mail@9.9.9'] })).toThrow(
    'remote-mail@9.9.9 is no version that was revoked',
  )
  expect(offers(make({ action: 'restore', revision: 3, again: ['remote-mail@1.1.0'] }))).toContain(
    '1.1.0 default stable',
  )
})
