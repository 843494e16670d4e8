import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'

// The linter looks through the whole client, which takes a busy machine some time.
vi.setConfig({ testTimeout: 120_000 })

const ROOT = path.resolve(import.meta.dirname, '..')
const BIOME = path.join(ROOT, 'node_modules/.bin/biome')
const CLIENT = [
  'host/src',
  'shared/files/src',
  'shared/lists/src',
  'shared/shell-api/src',
  'shared/ui/src',
  'remote-*/src',
]

/** Findings that stay, by file. */
const KNOWN: Readonly<Record<string, number>> = {
  // Handlers: the rule takes every function that a hook gets for one that runs during render.
  'shared/ui/src/maillist/MailList.tsx': 6,
  'shared/ui/src/people/PeopleRow.tsx': 1,
  // Where the list is scrolled to, when its length changes. As state it would draw the list at every step of a scroll;
  // the layout effect that follows looks again.
  'shared/ui/src/maillist/useRowWindow.ts': 2,
}

interface Report {
  readonly diagnostics: readonly {
    readonly message: string
    readonly location: { readonly path: string; readonly start: { readonly line: number } }
  }[]
}

/** `file:line` of every ref that is read or written while a component renders, by the checks of the React compiler. */
function refsInRender(folders: readonly string[], cwd: string): string[] {
  const { stdout, stderr } = spawnSync(
    BIOME,
    ['lint', '--only=nursery/useReactCompiler', '--reporter=json', '--max-diagnostics=none', ...folders],
    { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (!stdout.startsWith('{')) throw new Error(`biome did not answer: ${stderr}`)
  const { diagnostics }: Report = JSON.parse(stdout)
  return diagnostics
    .filter(({ message }) => message.includes('reads or writes a ref'))
    .map(({ location }) => `${location.path}:${location.start.line}`)
}

test.each([
  ['written while rendering', '  const latest = useRef(value)\n  latest.current = value\n  return <p>{value}</p>', 1],
  ['read while rendering', '  const seen = useRef(value)\n  return <p>{seen.current}</p>', 1],
  ['read by a handler', '  const seen = useRef(value)\n  return <p onClick={() => alert(seen.current)}>{value}</p>', 0],
  [
    'written by an effect',
    '  const seen = useRef(value)\n  useEffect(() => {\n    seen.current = value\n  })\n  return <p>{value}</p>',
    0,
  ],
])('given a ref that is %s, then it is found or not', (_, body, count) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'yanshu-refs-'))
  try {
    writeFileSync(path.join(folder, 'biome.json'), '{ "root": true }')
    writeFileSync(
      path.join(folder, 'Part.tsx'),
      `import { useEffect, useRef } from 'react'\nexport function Part({ value }: { value: number }) {\n${body}\n}\n`,
    )
    expect(new Set(refsInRender(['Part.tsx'], folder)).size).toBe(count)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('no component or hook of the client reads or writes a ref while it renders', () => {
  const found = Map.groupBy(refsInRender(globSync(CLIENT, { cwd: ROOT }), ROOT), (place) => place.replace(/:\d+$/, ''))
  for (const [file, count] of Object.entries(KNOWN)) {
    expect([file, found.get(file)?.length]).toEqual([file, count])
    found.delete(file)
  }
  expect([...found.values()].flat()).toEqual([])
})
