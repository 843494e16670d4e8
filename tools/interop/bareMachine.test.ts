import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BareMachine } from './bareMachine.ts'

const PATH = process.env.PATH
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-refused-'))
})
afterEach(() => {
  process.env.PATH = PATH
  rmSync(folder, { recursive: true })
})

test('given a machine that refuses namespaces, then there is a sentence in the place of a bare machine', async () => {
  const refusing = path.join(folder, 'unshare')
  writeFileSync(refusing, '#!/bin/sh\necho "unshare: unshare failed: Operation not permitted" >&2\nexit 1\n')
  chmodSync(refusing, 0o755)
  process.env.PATH = `${folder}:${PATH}`
  // Where the run is not root, the control group is what is refused first.
  expect(await BareMachine.start(path.join(folder, 'bare'))).toMatch(
    /not permitted|denied|Read-only|cannot create|mkdir/,
  )
})
