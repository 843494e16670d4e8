import { describe, expect, test } from 'vitest'
import { compareVersions, isVersion, satisfies } from '../src/index.ts'

describe('satisfies', () => {
  const cases: [string, string, boolean][] = [
    ['1.4.0', '^1.4.0', true],
    ['1.9.9', '^1.4.0', true],
    ['1.3.9', '^1.4.0', false],
    ['2.0.0', '^1.4.0', false],
    ['0.1.9', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
    ['0.0.3', '^0.0.3', true],
    ['0.0.4', '^0.0.3', false],
    ['0.9.0', '^0', true],
    ['1.4.7', '~1.4.2', true],
    ['1.5.0', '~1.4.2', false],
    ['1.5.0', '~1', true],
    ['1.2.3', '1.2.3', true],
    ['1.2.4', '1.2.3', false],
    ['1.2.4', '1.2', true],
    ['1.2.4', '1.x', true],
    ['2.0.0', '1.x', false],
    ['1.9.0', '>=1.2.0 <2.0.0', true],
    ['2.0.0', '>=1.2.0 <2.0.0', false],
    ['1.2.0', '> 1.1.0', true],
    ['2.1.0', '^1.0.0 || ^2.0.0', true],
    ['3.0.0', '^1.0.0 || ^2.0.0', false],
    ['3.0.0', '*', true],
    ['2.0.0-beta.1', '^1.0.0', false],
    ['2.0.0-beta.2', '^2.0.0-beta.1', true],
    ['2.1.0-beta.2', '^2.0.0-beta.1', false],
    ['1.0.0', 'latest', false],
    ['1.0.0', '', false],
    ['nonsense', '*', false],
  ]
  test.each(cases)('given %s in %s, then %s', (version, range, expected) => {
    expect(satisfies(version, range)).toBe(expected)
  })
})

test('given versions, then they sort as released', () => {
  const sorted = ['1.10.0', '1.0.0', '2.0.0-rc.1', '1.9.0', '2.0.0', '2.0.0-beta.11', '2.0.0-beta.2'].sort(
    compareVersions,
  )
  expect(sorted).toEqual(['1.0.0', '1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.11', '2.0.0-rc.1', '2.0.0'])
})

test('given text, then only full versions are versions', () => {
  expect(['1.2.3', '1.2.3-rc.1', '1.2', '1.x.0', 'latest', ''].map(isVersion)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
