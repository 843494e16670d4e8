import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')

/**
 * A variable of a module outlives a login: what it holds of one person reaches the next one. State of a person is made
 * by `perLogin` or `storePerLogin`. The entries of this list belong to the page or the device, with every login.
 */
const OF_THE_PAGE: Readonly<Record<string, readonly string[]>> = {
  'host/src/entry/start.tsx': ['fetching'],
  'host/src/federation-state/federationState.ts': ['starting'],
  'host/src/federation-state/remotes.ts': ['connected', 'ranked'],
  'host/src/outlet/RemoteOutlet.tsx': ['shown'],
  'host/src/login/chosenLanguage.ts': ['chosen'],
  'remote-compose/src/editor/pictures.ts': ['made'],
  'remote-compose/src/write/mailWindow.ts': ['opened'],
  'remote-mail/src/list-view/useDayHeadings.ts': ['names'],
  'remote-mail/src/list-view/warmReading.ts': ['warmed'],
  // A window without content of a person: letters are parsed in it, none stays.
  'remote-keys/src/reading/OpenedHtml.tsx': ['opening'],
  // Rows that are to be drawn with the next frame; each leaves when it is taken away.
  'remote-mail/src/mailbox/useMailbox.ts': ['waiting'],
  'remote-mail/src/reading/parser.ts': ['opened', 'ready'],
}

const VARIABLE = /^(?:export )?let (\w+)/gm
const COLLECTION =
  /^(?:export )?const (\w+)(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set|WeakMap|WeakSet)(?:<[^\n]*>)?\(\)/gm

/** Names of what a module of this text can change while it lives. */
function changeable(text: string): string[] {
  return [...text.matchAll(VARIABLE), ...text.matchAll(COLLECTION)].map(([, name = '']) => name)
}

function sources(): string[] {
  const { stdout } = spawnSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'host/src', ':(glob)remote-*/src/**'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  return stdout.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
}

test('given a module of the host or a remote, then nothing of a person can stay in it after their login', () => {
  const files = sources()
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    changeable(readFileSync(path.join(ROOT, file), 'utf8'))
      .filter((name) => !OF_THE_PAGE[file]?.includes(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test.each([
  ["let last = ''", ['last']],
  ['export let open: number | null = null', ['open']],
  ['const cache = new Map<string, number>()', ['cache']],
  ['const cache: Map<string, Set<number>> = new Map()', ['cache']],
  ['const NONE: ReadonlyMap<string, number> = new Map()', []],
  ["const NAMES = new Set(['a'])", []],
  ["function f() {\n  let last = ''\n}", []],
])('given %j, then what can change in it is found', (text, names) => {
  expect(changeable(text)).toEqual(names)
})
