import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Words that say nothing to a newcomer, with the field's own words for them. */
const INSTEAD: Readonly<Record<string, string>> = {
  rehearse: 'warmRenderer, or what is made ready ahead',
  lucky: 'byRollout',
  hands: 'listParts, or what is handed over',
  speak: 'loadMessages',
  deed: 'command',
  resting: 'detachedBody',
  holding: 'pending',
  told: 'notifiedAt, or what has been sent',
  untold: 'what is not yet notified',
  post: 'mailTransport; `post` is the method of HTTP alone',
}

/** Words of comments that hide who does what, with what to write. In backticks they are code, and allowed. */
const INSTEAD_IN_COMMENTS: Readonly<Record<string, string>> = {
  somebody: 'a person, a user, an account, a sender or a reader; “another person” for somebody else',
  nobody: 'what is not done, or “no account”, “no window”, “no caller”',
  whoever: 'the noun: “a user who”, “the caller”, “the window that”',
  everybody: '“all accounts”, “all people of the organisation”, “all callers”',
  anybody: '“any account”, “any user”',
  tell: 'name, answer, report, notify, send or show',
  tells: 'names, answers, reports, notifies, sends or shows',
  hear: 'receive, or “is notified”',
  hears: 'receives, or “is notified”',
  heard: 'received, or “was notified”',
  told: 'notified, sent or shown',
  speaks: 'answers, names, or “is written for”',
  speak: 'answer, name, or “are written for”',
  heir: 'the row, account or owner that comes after it',
  manieth: 'the number of it, or “its place in the order”',
}

/** Words of names of the client. Messages are left out: their keys are words of the screens. */
const INSTEAD_IN_CLIENT: Readonly<Record<string, string>> = {
  tell: 'notify, report, show, warn, send or update',
  hear: 'receive, or `on…` for a listener',
  heard: 'received, answered or echoed',
  heir: 'the account that gets it afterwards',
  manieth: 'the number',
}

/** The same for the server and its tools, and names that are declared there. */
const SERVER = /^(server|deploy|demo)[\\/]/
const INSTEAD_IN_SERVER_COMMENTS: Readonly<Record<string, string>> = {
  says: 'has, names, answers or writes',
  said: 'named, answered or written',
  laid: 'stored',
  lays: 'stores',
}
const INSTEAD_IN_SERVER_NAMES: Readonly<Record<string, string>> = {
  speaksFor: 'stepAddresses',
  Line: 'what it is a line of: PlannedRecipient, ContactValue',
  Found: 'what was found: HitPage, KeyHit, Finding',
  take: 'apply, store, read or remove, with what',
  look: 'check or read, with what',
  tell: 'send, report or mail, with what',
  said: 'output, answer, value: what it is',
  heard: 'received, or a number of it',
  nobody: 'what is empty or unknown',
  somebody: 'the person, as colleague or stranger',
  NOBODY: 'what is empty or unprivileged',
  house: 'organisation',
}
/** The same for comments of the client, of the tools and of the browser tests. */
const CLIENT = /^(?:host|remote-[^\\/]+|shared|tools|e2e)[\\/]/
const INSTEAD_IN_CLIENT_COMMENTS: Readonly<Record<string, string>> = {
  says: 'has, names, answers, shows or reports',
  said: 'named, answered, shown or reported',
}
/** A name where it is declared, not where it is a field of what another part stores or sends. */
const DECLARED = /\b(?:function|const|let|class|interface|type)\s+([A-Za-z_$][\w$]*)/g

/** Names with the word `post` that mean HTTP's POST, or a message to a thread. */
const POSTED = new Set(['post', 'PostPath', 'PostBody', 'PostData', 'postMessage'])

const sourcesOf = (extensions: string): string[] =>
  globSync([`{host,remote-*,server,deploy,demo,e2e,tools,shared}/**/*.{${extensions}}`], {
    cwd: root,
    exclude: (file) => /(^|[\\/])(node_modules|dist|dist-dev)([\\/]|$)/.test(`${file}`),
  }).filter((file) => file !== path.join('tools', 'words.test.ts'))
const files = sourcesOf('ts,tsx,mts,mjs')
const commented = [...files, ...sourcesOf('css')]

/** Comments, then texts, then names. What stands behind a dot belongs to the module that declared it. */
const TOKENS =
  /(?<comment>\/\*[\s\S]*?\*\/|\/\/[^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<!\.)(?<name>[A-Za-z_$][\w$]*)|\.[A-Za-z_$][\w$]*/g

const STYLE_COMMENTS = /(?<comment>\/\*[\s\S]*?\*\/)/g

/** What stands in backticks, which is code, then the words of a list. */
const wordsOf = (list: Readonly<Record<string, string>>) =>
  new RegExp(`\`[^\`\\n]*\`|\\b(?<word>${Object.keys(list).join('|')})\\b`, 'gi')
const COMMENT_WORDS = wordsOf(INSTEAD_IN_COMMENTS)
const SERVER_COMMENT_WORDS = wordsOf(INSTEAD_IN_SERVER_COMMENTS)
const CLIENT_COMMENT_WORDS = wordsOf(INSTEAD_IN_CLIENT_COMMENTS)

const wordsIn = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase())

/** What is wrong with a name, null for nothing. */
function complaintOf(name: string, instead = INSTEAD): string | null {
  if (name === 'Quiet') return 'Quiet: write SilentBoundary'
  const word = wordsIn(name).find((one) => Object.hasOwn(instead, one) && !(one === 'post' && POSTED.has(name)))
  return word === undefined ? null : `${name}: instead of “${word}” write ${instead[word]}`
}

function complaintsIn(code: string, instead = INSTEAD): string[] {
  const names = new Set<string>()
  for (const { groups } of code.matchAll(TOKENS)) if (groups?.name) names.add(groups.name)
  return [...names].flatMap((name) => complaintOf(name, instead) ?? [])
}

/** What is wrong in the comments of a file, by line. A style sheet has block comments alone. */
function complaintsInComments(
  code: string,
  isStyle = false,
  { words, instead } = { words: COMMENT_WORDS, instead: INSTEAD_IN_COMMENTS },
): string[] {
  const comments = [...code.matchAll(isStyle ? STYLE_COMMENTS : TOKENS)].filter(({ groups }) => groups?.comment)
  return comments.flatMap(({ 0: comment, index }) =>
    [...comment.matchAll(words)].flatMap((one) => {
      const word = one.groups?.word?.toLowerCase()
      if (word === undefined) return []
      const line = code.slice(0, index + one.index).split('\n').length
      return `${line}: instead of “${word}” write ${instead[word]}`
    }),
  )
}

test('given a name of the list, in whatever place it is declared, then it is refused; texts and comments are not', () => {
  for (const code of [
    'const lucky = 1',
    'function tellUntold() {}',
    'interface A { readonly restingBody: string }',
    'const { told } = row',
    'class Quiet {}',
    'export const startPost = () => 1',
  ]) {
    expect([code, complaintsIn(code).length]).toEqual([code, 1])
  }
  const fine = "// told\n/* lucky */ const a = 'speak' + `deed` + http.post('x') + b.hands"
  expect(complaintsIn(fine)).toEqual([])
})

test('the names of the code are plain: none of the list', () => {
  expect(files.length).toBeGreaterThan(600)
  const found = files.flatMap((file) =>
    [
      ...complaintsIn(readFileSync(path.join(root, file), 'utf8')),
      ...[complaintOf(path.basename(file).replace(/\..*$/, ''))].filter((one) => one !== null),
    ].map((one) => `${file}: ${one}`),
  )
  expect(found.join('\n')).toBe('')
})

test('the names of the client have none of its own list', () => {
  const client = files.filter(
    (file) =>
      /^(?:host|remote-[^/\\]+|shared)[/\\]/.test(file) && !/\.test\.tsx?$|[/\\](?:en|zh)[^/\\]*\.ts$/.test(file),
  )
  expect(client.length).toBeGreaterThan(1_000)
  expect(complaintsIn('const tellUser = () => b.hear()', INSTEAD_IN_CLIENT)).toHaveLength(1)
  const found = client.flatMap((file) =>
    complaintsIn(readFileSync(path.join(root, file), 'utf8'), INSTEAD_IN_CLIENT).map((one) => `${file}: ${one}`),
  )
  expect(found.join('\n')).toBe('')
})

test('given a comment with a word of its list, then it is refused; texts, names and code in backticks are not', () => {
  expect(complaintsInComments("const a = 'b'\n/**\n * Whoever comes.\n */\n// It tells it.")).toEqual([
    `3: instead of “whoever” write ${INSTEAD_IN_COMMENTS.whoever}`,
    `5: instead of “tells” write ${INSTEAD_IN_COMMENTS.tells}`,
  ])
  for (const code of [
    "const a = 1 // somebody's",
    '<p>{/* Not for anybody. */}</p>',
    '/* Everybody */',
    '// it HEARS',
  ]) {
    expect([code, complaintsInComments(code).length]).toEqual([code, 1])
  }
  for (const code of ["const nobody = 'somebody' + `whoever`", '// The user `nobody`', '// whenNobodyActs']) {
    expect([code, complaintsInComments(code)]).toEqual([code, []])
  }
  expect(complaintsInComments('.nobody { /* not for nobody */ }', true)).toHaveLength(1)
  expect(complaintsInComments("a[title='//'] { content: 'tells' }", true)).toEqual([])
})

test('the comments of the code are plain: none of their list', () => {
  expect(commented.length).toBeGreaterThan(600)
  const found = commented.flatMap((file) =>
    complaintsInComments(readFileSync(path.join(root, file), 'utf8'), file.endsWith('.css')).map(
      (one) => `${file}:${one}`,
    ),
  )
  expect(found.join('\n')).toBe('')
})

test('the names and comments of the server have none of its lists', () => {
  const list = { words: SERVER_COMMENT_WORDS, instead: INSTEAD_IN_SERVER_COMMENTS }
  const complaints = files
    .filter((file) => SERVER.test(file))
    .flatMap((file) => {
      const code = readFileSync(path.join(root, file), 'utf8')
      const names = [...code.matchAll(DECLARED)].flatMap(([, name = '']) =>
        Object.hasOwn(INSTEAD_IN_SERVER_NAMES, name)
          ? [`instead of “${name}” write ${INSTEAD_IN_SERVER_NAMES[name]}`]
          : [],
      )
      const comments = commented.includes(file) ? complaintsInComments(code, false, list) : []
      return [...names, ...comments].map((one) => `${file}: ${one}`)
    })
  expect(complaints.join('\n')).toBe('')
})

test('the comments of the client, the tools and the browser tests have none of their list', () => {
  const list = { words: CLIENT_COMMENT_WORDS, instead: INSTEAD_IN_CLIENT_COMMENTS }
  expect(complaintsInComments('// A file says so.', false, list)).toHaveLength(1)
  expect(complaintsInComments('/* What was said */', true, list)).toHaveLength(1)
  expect(complaintsInComments("// The state `said`\nconst says = 'said'", false, list)).toEqual([])
  const client = commented.filter((file) => CLIENT.test(file))
  expect(client.length).toBeGreaterThan(1_000)
  const found = client.flatMap((file) =>
    complaintsInComments(readFileSync(path.join(root, file), 'utf8'), file.endsWith('.css'), list).map(
      (one) => `${file}:${one}`,
    ),
  )
  expect(found.join('\n')).toBe('')
})
