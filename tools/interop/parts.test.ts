import { expect, test } from 'vitest'
import { PART_NAMES, partIn } from './parts.ts'

test('given the words of a command, then they name a part and where the run has put what it needs, or the whole run', () => {
  for (const name of PART_NAMES) {
    const words = ['node', 'main.ts', `--part=${name}`, '--beside=/tmp/run', '--made=/tmp/run/machine/tmp']
    expect(partIn(words)).toEqual({ name, beside: '/tmp/run', made: '/tmp/run/machine/tmp' })
  }
  expect(partIn(['node', 'main.ts', '--without-bare'])).toBeNull()
  expect(partIn(['node', 'main.ts', '--part=nothing'])).toBeNull()
})
