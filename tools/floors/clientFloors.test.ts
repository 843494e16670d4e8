import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenClientRules, type ClientRules, clientRules } from './clientFloors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const CLIENT = '{host,remote-*,shared/{build,contracts,discovery,cms,help,mail-html,shell-api,ui,lists,files}}/src'

test('the client keeps its floors: packages below packages, models below views', () => {
  const files = globSync(`${CLIENT}/**/*.{ts,tsx}`, { cwd: root })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(
    brokenClientRules(
      files.map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') })),
      clientRules,
    ),
  ).toEqual([])
})

describe('the check', () => {
  const rules: ClientRules = { floors: [['contracts'], ['shell-api'], ['ui'], ['remote']], modelsAboveViews: {} }
  const problemsOf = (file: string, text: string) => brokenClientRules([{ path: file, text }], rules)

  test.each([
    ['shared/shell-api/src/a.ts', "import { Button } from '@yanshu/ui/form'"],
    ['shared/contracts/src/a.ts', "import type { Http } from '@yanshu/shell-api'"],
    ['remote-notes/src/model/a.ts', "import {\n  type Row,\n} from '../Row.tsx'"],
    ['remote-notes/src/model/a.ts', "export { Row } from '../Row.tsx'"],
    ['shared/new/src/a.ts', ''],
  ])('refuses %s: %s', (file, text) => expect(problemsOf(file, text)).toHaveLength(1))

  test.each([
    ['remote-notes/src/a.ts', "import { http } from '@yanshu/shell-api'\nimport { Button } from '@yanshu/ui'"],
    ['remote-notes/src/Row.tsx', "import { Cell } from './Cell.tsx'"],
    ['remote-notes/src/later/views.ts', "export { Row } from '../Row.tsx'"],
    ['remote-notes/src/a.ts', "const load = () => import('./Row.tsx')"],
  ])('allows %s: %s', (file, text) => expect(problemsOf(file, text)).toEqual([]))

  test('names an exception without a use', () => {
    expect(brokenClientRules([], { ...rules, modelsAboveViews: { 'remote-notes/src/a.ts': 'why' } })).toHaveLength(1)
  })
})
