import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { brokenReadingRules } from './mailReaders.ts'
import { secondConnections } from './secondConnections.ts'
import { brokenFloorRules, type FloorRules, type SourceFile, serverRules } from './serverFloors.ts'
import { brokenTableRules, tablesOf } from './tableOwners.ts'

const SOURCE = path.resolve(import.meta.dirname, '../../server/src')

/** A small server that keeps the rules. */
const RULES: FloorRules = { ...serverRules, top: ['cli'], areaEdges: ['compose -> files'] }
const KEPT: Readonly<Record<string, string>> = {
  'start.ts': "import { composeRoutes } from './areas/compose/index.ts'\nimport { log } from './platform/log/log.ts'",
  'cli/main.ts': "import '../start.ts'",
  'areas/compose/index.ts': "export { composeRoutes } from './compose.routes.ts'",
  'areas/compose/compose.routes.ts':
    "import { findFile } from '../files/index.ts'\nimport { put } from '../../store/blobs/put.ts'",
  'areas/files/index.ts': "export { findFile } from './findFile.ts'",
  'areas/files/findFile.ts': "import type { Blob } from '../../store/blobs/put.ts'",
  'mailflow/smtp/receive.ts': "const { put } = await import('../../store/blobs/put.ts')",
  'store/blobs/put.ts': "import { log } from '../../platform/log/log.ts'\nimport fs from 'node:fs'",
  'platform/log/log.ts': "import { parse } from '../../mime/parse.ts'",
  'mime/parse.ts': "import iconv from 'iconv-lite'",
  'mime/parse.test.ts': "import { start } from '../testing/server.ts'",
  'testing/server.ts': "import '../start.ts'",
}

const problemsOf = (changed: Readonly<Record<string, string>> = {}) => {
  const files: SourceFile[] = Object.entries({ ...KEPT, ...changed }).map(([file, text]) => ({ path: file, text }))
  return brokenFloorRules(files, RULES)
}

describe('the check of the floors', () => {
  test('lets pass what keeps the rules, tests on any floor included', () => {
    expect(problemsOf()).toEqual([])
  })

  test.each([
    ['an import', "import { start } from '../../start.ts'"],
    ['a type', "import type { Blob } from '../../store/blobs/put.ts'"],
    ['a type in place', "let blob: import('../../store/blobs/put.ts').Blob"],
    ['an import on demand', "const { put } = await import('../../store/blobs/put.ts')"],
    ['an import for its effects', "import '../../mailflow/smtp/receive.ts'"],
    ['an export of what stands above', "export * from '../../areas/files/index.ts'"],
    ['a list of names over several lines', "import {\n  put,\n  read,\n} from '../../store/blobs/put.ts'"],
    ['a file for a thread', "new Worker(new URL('../../store/blobs/put.ts', import.meta.url))"],
  ])('refuses %s that leads up', (_, text) => {
    expect(problemsOf({ 'platform/push/events.ts': text })).toEqual([expect.stringContaining('leads up')])
  })

  test('refuses an area that uses another without standing on the list', () => {
    expect(problemsOf({ 'areas/files/send.ts': "import { composeRoutes } from '../compose/index.ts'" })).toContainEqual(
      expect.stringContaining('the area files may not use the area compose'),
    )
  })

  test.each([
    ['areas/compose/send.ts', "import { findFile } from '../files/findFile.ts'"],
    ['cli/import.ts', "import { findFile } from '../areas/files/findFile.ts'"],
  ])('refuses a way into an area beside its index.ts, in %s', (file, text) => {
    expect(problemsOf({ [file]: text })).toEqual([expect.stringContaining('through its index.ts alone')])
  })

  test('refuses an edge on the list that is no longer used', () => {
    expect(problemsOf({ 'areas/compose/compose.routes.ts': '' })).toEqual([
      'compose -> files is listed, and no longer used',
    ])
  })

  test('refuses two folders that use each other, and says by which imports', () => {
    expect(
      problemsOf({
        'store/blobs/rows.ts': "import { find } from '../search/find.ts'",
        'store/search/find.ts': "import { put } from '../blobs/put.ts'",
      }),
    ).toEqual([
      'folders in a circle: store/blobs/rows.ts -> store/search/find.ts, store/search/find.ts -> store/blobs/put.ts',
    ])
  })

  test('refuses a circle over three folders, once', () => {
    const problems = problemsOf({
      'store/a/a.ts': "import '../b/b.ts'",
      'store/b/b.ts': "import '../c/c.ts'",
      'store/c/c.ts': "import '../a/a.ts'",
    })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('folders in a circle')
  })

  test('refuses a folder that nobody has given a floor', () => {
    expect(problemsOf({ 'helpers/trim.ts': '' })).toEqual([expect.stringContaining('stands on no floor')])
  })

  test('refuses what is made for tests in what runs', () => {
    expect(problemsOf({ 'cli/demo.ts': "import { start } from '../testing/server.ts'" })).toEqual([
      expect.stringContaining('only tests use'),
    ])
  })

  test('refuses an import whose target is made while running', () => {
    expect(problemsOf({ 'platform/log/more.ts': 'await import(name)' })).toEqual([
      expect.stringContaining('cannot be known'),
    ])
  })
})

const serverFiles = (): SourceFile[] =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.m?ts$|\.mjs$/.test(file))
    .map((file) => ({ path: file.replaceAll(path.sep, '/'), text: readFileSync(path.join(SOURCE, file), 'utf8') }))

test('the server keeps its floors', () => {
  const files = serverFiles()
  expect(files.length).toBeGreaterThan(200)
  expect(brokenFloorRules(files, serverRules)).toEqual([])
})

describe('the check of who reads mails', () => {
  const problemsIn = (text: string, file = 'areas/x/x.ts') =>
    brokenReadingRules([{ path: file, text }], [{ reader: 'store/mailbox', why: 'x' }]).filter(
      (problem) => !problem.includes('any more'),
    )

  test.each([
    "db.selectFrom('mail').select('id')",
    "db.selectFrom('draft').innerJoin('mail', 'mail.id', 'draft.mail_id')",
    "db\n.selectFrom(\n'attachment as a')",
    'sql`select count(*) from mail where id = 1`',
    'sql`select 1 from message join mail on mail.message_id = message.id`',
    "db.selectFrom('message').leftJoin('message_body', 'message_body.message_id', 'message.id')",
    'await context.search.find(context, finding, window)',
  ])('refuses %s outside of the mailbox', (text) => {
    expect(problemsIn(text)).toEqual([expect.stringContaining('ask openMailbox')])
    expect(problemsIn(text, 'store/mailbox/x.ts')).toEqual([])
  })

  test.each([
    "db.selectFrom('message').select('id')",
    '/** Taken from mail that was sent. */',
    "db.selectFrom('mail_label').select('mail_id')",
  ])('lets pass %s', (text) => {
    expect(problemsIn(text)).toEqual([])
  })

  test('refuses a reader on the list that reads no more', () => {
    expect(brokenReadingRules([], [{ reader: 'areas/x/x.ts', why: 'x' }])).toEqual([
      expect.stringContaining('reads none any more'),
    ])
  })

  test('the server reads mails as it says', () => {
    expect(brokenReadingRules(serverFiles())).toEqual([])
  })
})

describe('the check of transactions', () => {
  const problemsIn = (text: string) =>
    secondConnections([
      { path: 'areas/x/x.ts', text },
      { path: 'areas/x/plan.ts', text: 'export function holidaysOf(context: TransactionContext): Holidays {' },
    ])

  test.each([
    ['a context', 'async function plan(trx: Trx, context: Context): Promise<void> {}'],
    ['the store among its parts', "async function plan(trx: Trx, { store }: Pick<Context, 'store' | 'now'>) {}"],
    ['a name for them', "type Parts = Pick<Context, 'store'>\nasync function plan(trx: Trx, parts: Parts) {}"],
    ['the store', 'const plan = async (\n  trx: Trx,\n  store: Store,\n) => {}'],
    ['a value that has both', 'interface Work {\n  readonly trx: Trx\n  readonly context: Context\n}'],
  ])('refuses %s beside a transaction', (_, text) => {
    expect(problemsIn(text)).toEqual([expect.stringContaining('take a TransactionContext')])
  })

  test.each([
    [
      'a connection',
      "await transact(context, async (trx) => {\n  await context.store.db.selectFrom('a').execute()\n})",
    ],
    ['a further transaction', 'await transact(context, (trx) => transact(context, (inner) => plan(inner)))'],
    ['a function that may', 'await transact(context, async (trx) => {\n  await readSettings(context, 1)\n})'],
  ])('refuses %s in the work of a transaction', (_, text) => {
    expect(problemsIn(text)).toHaveLength(1)
  })

  test.each([
    'async function plan(trx: Trx, context: TransactionContext): Promise<void> {}',
    "async function plan(trx: Trx, { engine }: Pick<Store, 'engine'>, { now }: Pick<Context, 'now'>) {}",
    'await transact(context, async (trx) => {\n  await plan(trx, context, holidaysOf(context))\n})',
    "await context.store.db.selectFrom('a').execute()\nawait transact(context, (trx) => plan(trx, context))",
  ])('lets pass %s', (text) => {
    expect(problemsIn(text)).toEqual([])
  })

  test('the server asks for no second connection inside of a transaction', () => {
    expect(secondConnections(serverFiles())).toEqual([])
  })
})

describe('the check of tables', () => {
  const owners = [{ owner: 'store/sessions', tables: ['session'] }]
  const problemsIn = (path: string, text: string, others: Parameters<typeof brokenTableRules>[3] = []) =>
    brokenTableRules([{ path, text }], ['session'], owners, others)

  test.each([
    ["await trx.deleteFrom('session').where('id', '=', id).execute()"],
    ["await db\n    .updateTable('session')\n    .set({ ip })"],
    ['await sql`insert into session (id) values (1)`.execute(db)'],
  ])('refuses a statement of another folder: %s', (text) => {
    expect(problemsIn('areas/x/x.ts', text)).toEqual([expect.stringContaining('written by store/sessions')])
    expect(problemsIn('store/sessions/end/end.ts', text)).toEqual([])
    expect(problemsIn('areas/x/x.test.ts', text)).toEqual([])
  })

  test('refuses a statement whose table cannot be known', () => {
    expect(problemsIn('areas/x/x.ts', 'await trx.deleteFrom(table).execute()')).toHaveLength(1)
  })

  test('lets a folder pass that is named with its reason, and refuses a name that is no longer used', () => {
    const others = [{ writer: 'areas/x', tables: ['session'], why: 'a reason' }]
    expect(problemsIn('areas/x/x.ts', "trx.deleteFrom('session')", others)).toEqual([])
    expect(problemsIn('areas/x/x.ts', "trx.selectFrom('session')", others)).toEqual([
      expect.stringContaining('writes it no longer'),
    ])
  })

  test('refuses a table without an owner, and an owner without a table', () => {
    expect(brokenTableRules([], ['session', 'fresh'], owners, [])).toEqual([expect.stringContaining('fresh has no')])
    expect(brokenTableRules([], [], owners, [])).toEqual([expect.stringContaining('is no table')])
  })

  test('each table of the server is written by its owner', () => {
    const tables = tablesOf(readFileSync(path.join(SOURCE, 'store/database/schema.ts'), 'utf8'))
    expect(tables.length).toBeGreaterThan(100)
    expect(brokenTableRules(serverFiles(), tables)).toEqual([])
  })
})
