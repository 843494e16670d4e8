import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const refused: readonly [folder: string, code: string][] = [
  ['remote-mail/src', "import { x } from 'host'\nx()"],
  ['remote-mail/src', "import { x } from '../../host/src/main.ts'\nx()"],
  ['remote-mail/src', "import { x } from '../../remote-compose/src/remote.ts'\nx()"],
  ['remote-mail/src', "import ky from 'ky'\nky()"],
  ['remote-mail/src', "import { useQuery } from '@tanstack/react-query'\nuseQuery()"],
  ['remote-mail/src', "import { Button } from '@arco-design/web-react'\nButton()"],
  ['remote-mail/src', "import { readFile } from 'node:fs'\nreadFile()"],
  ['remote-mail/src', "import { httpCalls } from '@yanshu/contracts/schemas'\nhttpCalls()"],
  ['remote-mail/src', "localStorage.setItem('a', 'b')"],
  ['remote-mail/src', "import { lazy } from 'react'\nlazy()"],
  ['host/src', "import { lazy, useState } from 'react'\nlazy(useState)"],
  ['shared/ui/src', "import { lazy } from 'react'\nlazy()"],
  ['host/src', "import { x } from 'remote-mail'\nx()"],
  ['host/src', "import { atom } from 'jotai'\natom()"],
  ['shared/ui/src', "import { http } from '@yanshu/shell-api'\nhttp()"],
  ['shared/ui/src', "import { isMailAddress } from '@yanshu/contracts'\nisMailAddress()"],
  ['shared/lists/src', "import { x } from '../../../remote-mail/src/remote.ts'\nx()"],
  ['shared/lists/src', "import { http } from '@yanshu/shell-api'\nhttp()"],
  ['shared/files/src', "import { x } from '../../../remote-mail/src/remote.ts'\nx()"],
  ['shared/files/src', "import ky from 'ky'\nky()"],
  ['shared/contracts/src', "import { x } from '@yanshu/discovery'\nx()"],
  ['shared/cms/src', "import { x } from '@yanshu/contracts'\nx()"],
  ['shared/cms/src', "import { createHash } from 'node:crypto'\ncreateHash()"],
  ['server/src', "import { x } from '@yanshu/ui'\nx()"],
  ['server/src', "import { x } from '@yanshu/shell-api'\nx()"],
  ['demo/src', "import { x } from '../../server/src/start.ts'\nx()"],
  ['demo/src', "import { x } from '@yanshu/ui'\nx()"],
]
const allowed: readonly [folder: string, code: string][] = [
  ['remote-mail/src', "import { http } from '@yanshu/shell-api'\nhttp()"],
  ['remote-mail/src', "import { useState } from 'react'\nuseState()"],
  ['shared/lists/src', "import { MailList } from '@yanshu/ui'\nMailList()"],
  ['shared/files/src', "import { useFormat } from '@yanshu/shell-api'\nuseFormat()"],
  ['shared/shell-api/src', "import { lazy } from 'react'\nlazy()"],
  ['shared/ui/src', "import { Select } from '@arco-design/web-react'\nSelect()"],
  ['shared/ui/src', "import { partsOf } from '@yanshu/contracts/days'\npartsOf()"],
  ['shared/shell-api/src', "import ky from 'ky'\nky()"],
  ['server/src', "import { readFile } from 'node:fs'\nreadFile()"],
  ['server/src', "import { validateManifest } from '@yanshu/discovery'\nvalidateManifest()"],
  ['server/src', "import { demoMails } from '@yanshu/demo'\ndemoMails()"],
  ['demo/src', "import type { MailAddress } from '@yanshu/contracts'\nexport type A = MailAddress"],
]

let folder = ''
/** The linter's report on every case at once: it starts slower than it lints. */
let report = ''
const fileOf = (kind: string, index: number, where: string) => path.join(where, `${kind}${index}.ts`)

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'yanshu-boundaries-'))
  cpSync(path.join(root, 'biome.json'), path.join(folder, 'biome.json'))
  for (const [kind, cases] of [
    ['refused', refused],
    ['allowed', allowed],
  ] as const) {
    for (const [index, [where, code]] of cases.entries()) {
      mkdirSync(path.join(folder, where), { recursive: true })
      writeFileSync(path.join(folder, fileOf(kind, index, where)), `${code}\n`)
    }
  }
  const linted = spawnSync(
    path.join(root, 'node_modules/.bin/biome'),
    ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github', '.'],
    { cwd: folder, encoding: 'utf8' },
  )
  report = linted.stdout + linted.stderr
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const complaintsAbout = (file: string) =>
  report.split('\n').filter((line) => line.includes(file) && /noRestricted(Imports|Globals)/.test(line))

test.each(refused.map(([where, code], index) => ({ where, code, file: fileOf('refused', index, where) })))(
  'given code in $where that crosses a boundary, when it is linted, then it is refused: $code',
  ({ file }) => expect(complaintsAbout(file)).not.toEqual([]),
)

test.each(allowed.map(([where, code], index) => ({ where, code, file: fileOf('allowed', index, where) })))(
  'given code in $where that stays inside, when it is linted, then it passes: $code',
  ({ file }) => expect(complaintsAbout(file)).toEqual([]),
)
