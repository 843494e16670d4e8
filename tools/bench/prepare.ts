import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type BulkMail, bulkMails, mboxEntry } from '@yanshu/demo'
import { importFolder } from '../../server/src/mailflow/import/importFolder.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createAccount, createDomain } from '../../server/src/store/accounts/accounts.ts'
import { openContext } from '../../server/src/store/context/openContext.ts'
import { ARCHIVE, DOMAIN, FOLDER, FOLDER_MAILS, inboxMails, OTHER, OWNER, PASSWORD } from './mailbox.ts'
import type { Say } from './say.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, '.yanshu/bench')
/** Sources that decide what a prepared folder holds: the schema, the search index, the mails. */
export const SOURCES = [
  'server/src/store/blobs/fileBlobStore.ts',
  'server/src/store/blobs/packedBlobs.ts',
  'server/src/store/database/storedText.ts',
  'server/src/store/database/migrations.ts',
  'server/src/store/database/baseline/mail.sql',
  'server/src/store/database/baseline/sqlite.sql',
  'server/src/store/database/baselineTriggers.migration.ts',
  'server/src/store/search/indexed.ts',
  'server/src/store/search/sqliteIndex.ts',
  'server/src/store/search/wordPlaces.ts',
  'server/src/store/search/tokens.ts',
  'demo/src/bulkMails.ts',
  'demo/src/composeMail.ts',
  'demo/src/topics.ts',
  'tools/bench/mailbox.ts',
]

export interface Prepared {
  readonly folder: string
  readonly imported: number
  /** How long the operator's import took, in seconds. */
  readonly seconds: number
}

/**
 * The data folder with a mailbox of `mails`, made once by the operator's own import and kept. Nothing may change it:
 * measure on a {@link copyOf}.
 * @param address of an empty database of PostgreSQL the first time, afterwards of that which holds the mailbox
 */
export async function prepareMailbox(mails: number, say: Say, address: string | null = null): Promise<Prepared> {
  const store = address === null ? '' : '-postgres'
  const version = `${mails}-${await sourceHash()}`
  const folder = path.join(CACHE, `${version}${store}`)
  const note = path.join(folder, 'prepared.json')
  if (existsSync(note)) {
    say.line(`Mailbox of ${mails} mails: kept from before`)
    return { ...JSON.parse(await readFile(note, 'utf8')), folder }
  }
  for (const old of await readdir(CACHE).catch(() => [])) {
    if (old.startsWith(`${mails}-`) && !old.startsWith(version))
      await rm(path.join(CACHE, old), { recursive: true, force: true })
  }
  const partial = `${folder}.part`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { recursive: true })
  const inbox = path.join(partial, 'inbox.mbox')
  const project = path.join(partial, 'project.mbox')
  await say.step(`Writing ${mails + FOLDER_MAILS + 1} mails`, async () => {
    const now = new Date()
    await writeMbox(inbox, inboxMails(mails, now))
    await writeMbox(project, bulkMails(FOLDER_MAILS, { now, seed: 11, to: OWNER, htmlRatio: 0 }))
    await makePeople(partial, address)
  })
  const seconds = await say.step(`Importing ${mails + 1} mails (npm run yanshu -- import)`, () =>
    runImport({ folder: partial, address, into: 'inbox', file: inbox, count: mails + 1 }),
  )
  await say.step(`Importing ${FOLDER_MAILS} into a folder`, () =>
    runImport({ folder: partial, address, into: FOLDER, file: project, count: FOLDER_MAILS }),
  )
  await rm(inbox)
  await rm(project)
  const prepared: Prepared = { folder, imported: mails + 1, seconds }
  await writeFile(path.join(partial, 'prepared.json'), JSON.stringify(prepared))
  await rename(partial, folder)
  return prepared
}

/** A copy that may be changed: the store is copied, the files, which are never changed, are linked. */
export async function copyOf(prepared: Prepared, name: string): Promise<string> {
  const target = path.join(CACHE, `run-${process.pid}-${name}`)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const entry of await readdir(prepared.folder, { withFileTypes: true, recursive: true })) {
    const from = path.join(entry.parentPath, entry.name)
    const to = path.join(target, path.relative(prepared.folder, from))
    if (entry.isDirectory()) await mkdir(to, { recursive: true })
    else if (entry.parentPath.startsWith(path.join(prepared.folder, 'blobs'))) await link(from, to)
    else if (entry.name.startsWith('yanshu.db')) await copyFile(from, to)
  }
  return target
}

export async function writeMbox(file: string, mails: Iterable<BulkMail>): Promise<void> {
  const entries = function* () {
    for (const mail of mails) yield mboxEntry(mail)
  }
  await pipeline(entries, createWriteStream(file))
}

export async function makePeople(folder: string, address: string | null): Promise<void> {
  const config = readConfig({ YANSHU_DATA: folder, ...(address === null ? {} : { DATABASE_URL: address }) })
  const { context, close } = await openContext({ config, log: { info: () => {}, warn: () => {}, error: () => {} } })
  try {
    await createDomain(context, DOMAIN)
    const owner = await createAccount(context, { address: OWNER, name: '张伟', password: PASSWORD })
    await createAccount(context, { address: OTHER, name: '李娜', password: PASSWORD })
    await importFolder(context, owner, FOLDER)
    await importFolder(context, owner, ARCHIVE)
  } finally {
    await close()
  }
}

interface Import {
  readonly folder: string
  readonly address: string | null
  readonly into: string
  readonly file: string
  readonly count: number
}

/** Answers the seconds until the mails were in the mailbox; until search finds them, more time passes. */
async function runImport({ folder, address, into, file, count }: Import): Promise<number> {
  const command = [path.join(ROOT, 'server/src/cli/main.ts'), 'import', '--user', OWNER, '--folder', into, file]
  const env = { ...process.env, YANSHU_DATA: folder, DATABASE_URL: address ?? '' }
  // Its progress bar goes to the terminal; what it prints at the end is checked.
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += String(chunk)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const seconds = /Imported (\d+) mails in ([\d.]+) s/.exec(said)
  if (code !== 0 || Number(seconds?.[1]) !== count) throw new Error(`The import failed:\n${said}`)
  return Number(seconds?.[2])
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) hash.update(await readFile(path.join(ROOT, source)))
  return hash.digest('hex').slice(0, 12)
}
