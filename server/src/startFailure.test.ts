import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './platform/config/config.ts'
import { start } from './start.ts'
import { startFailure } from './startFailure.ts'
import { openStore } from './store/database/open.ts'
import { ASKED_FOR_PASSWORD } from './testing/postgresServer.ts'
import { makeTestDatabase } from './testing/testDatabase.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'yanshu-failure-'))
})
afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const dataFolder = () => path.join(folder, 'data')
const inData = (name: string) => {
  mkdirSync(dataFolder(), { recursive: true })
  return path.join(dataFolder(), name)
}

/** What an operator is shown when the server is started like this; it must not start. */
async function failureSentence(more: object): Promise<string | null> {
  const config = {
    ...readConfig({ YANSHU_DATA: dataFolder(), YANSHU_HOST: '127.0.0.1', YANSHU_DEMO: 'off' }),
    port: 0,
    smtpPort: 0,
    ...more,
  }
  try {
    const running = await start({
      config,
      mailTransport: { lmtpPort: null, trustSpamFlag: false, trustAuthentication: false },
      log: quiet,
    })
    await running.stop()
  } catch (error) {
    return startFailure(error, config)
  }
  throw new Error('it started')
}

/** A folder in which this user can make nothing; root may write everywhere but in what the kernel shows. */
function unwritable(): string {
  if (process.getuid?.() === 0) return '/sys/yanshu'
  chmodSync(folder, 0o555)
  return path.join(folder, 'data')
}

describe('a server that cannot start says in a sentence why, and what to do', () => {
  test('a data folder that cannot be written, or is a file', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    for (const wrong of [path.join(folder, 'file'), path.join(folder, 'file', 'data')]) {
      expect(await failureSentence({ dataFolder: wrong })).toMatch(
        /^The data folder .*: a file stands where a folder should be\..* YANSHU_DATA$/,
      )
    }
    expect(await failureSentence({ dataFolder: unwritable() })).toMatch(
      /^The data folder .*(the user \S+ has no right to it|its disk is read-only)\..* YANSHU_DATA$/,
    )
  })

  test('TLS files that are missing, or are none', async () => {
    const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') }
    expect(await failureSentence({ tls: files })).toMatch(
      /^YANSHU_TLS_KEY=.*key\.pem cannot be read: it is not there\. /,
    )
    for (const file of Object.values(files)) writeFileSync(file, 'no PEM')
    expect(await failureSentence({ tls: files })).toMatch(/ are no key and its certificate in PEM form/)
  })

  test('a port that is in use, and an address that is not of this machine', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    expect(await failureSentence({ port })).toBe(
      `Port ${port} is in use by another program. Stop that, or choose another port with YANSHU_PORT (--port)`,
    )
    expect(await failureSentence({ smtpPort: port })).toMatch(/^Port .* YANSHU_SMTP_PORT \(--smtp-port\)$/)
    await new Promise((resolve) => holder.close(resolve))
    expect(await failureSentence({ host: '192.0.2.1' })).toMatch(
      /^YANSHU_HOST=192\.0\.2\.1 is no address of this machine/,
    )
  })

  test('a client that was not built', async () => {
    expect(await failureSentence({ clientFolder: folder })).toMatch(/^YANSHU_CLIENT=.* is not the built client/)
  })

  test('a file that is no database, or is damaged, or a folder', async () => {
    const file = inData('yanshu.db')
    writeFileSync(file, 'a letter and no database, longer than a page needs to be '.repeat(100))
    expect(await failureSentence({})).toMatch(/yanshu\.db is not a database\. /)
    rmSync(file)
    mkdirSync(file)
    expect(await failureSentence({})).toMatch(/yanshu\.db could not be .*it is no plain file/)
  })

  test('a database of another program is left as it is', async () => {
    const file = inData('yanshu.db')
    const other = new DatabaseSync(file)
    other.exec('create table invoice (id integer)')
    other.close()
    const before = readFileSync(file)
    expect(await failureSentence({})).toMatch(/yanshu\.db is the database of another program: it has a table “invoice”/)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test('a store that a newer version made', async () => {
    const file = inData('yanshu.db')
    const store = await openStore(file)
    await store.close()
    const database = new DatabaseSync(file)
    database.exec("insert into kysely_migration (name, timestamp) values ('9999_later', '')")
    database.close()
    expect(await failureSentence({})).toMatch(/was made by a newer version of Yanshu.*9999_later/)
  })

  test('a PostgreSQL that is not there, has no such database, refuses the password, or belongs to another', async () => {
    const { address, drop } = await makeTestDatabase('postgres', folder)
    const at = (change: (url: URL) => void) => {
      const url = new URL(address)
      change(url)
      return failureSentence({ database: url.toString() })
    }
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      await client.query(`drop role if exists ${ASKED_FOR_PASSWORD}`)
      await client.query(`create role ${ASKED_FOR_PASSWORD} login password 'right'`)
      const withPassword = (password: string) => (url: URL) => {
        url.username = ASKED_FOR_PASSWORD
        url.password = password
      }
      const wrong = await at(withPassword('Wild-Goose-7'))
      expect(wrong).toMatch(/refuses the user or the password\. Correct them in DATABASE_URL$/)
      expect(wrong).not.toContain('Wild-Goose-7')
      expect(await at(withPassword(''))).toMatch(/refuses the user or the password/)
      expect(await at((url) => (url.username = 'nobody_known'))).toMatch(/does not let this user in/)
      expect(await at((url) => (url.pathname = '/not_there'))).toMatch(/has no such database\. Create it/)
      expect(await at((url) => (url.port = '1'))).toMatch(/does not answer: nothing listens there/)
      expect(await at((url) => (url.hostname = 'host.invalid'))).toMatch(/cannot be found/)
      for (const table of (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows) {
        await client.query(`drop table "${table.tablename}" cascade`)
      }
      await client.query('create table invoice (id int)')
      expect(await at(() => {})).toMatch(/is the database of another program: it has a table “invoice”/)
    } finally {
      await client.query(`drop role if exists ${ASKED_FOR_PASSWORD}`)
      await client.end()
      await drop()
    }
  })

  test('the process ends with 1 and one line, without a trace', () => {
    const main = path.join(import.meta.dirname, 'main.mjs')
    const env = { ...process.env, YANSHU_DATA: dataFolder(), YANSHU_PORT: '0', YANSHU_SMTP_PORT: '0' }
    const run = (more: Record<string, string>) =>
      spawnSync(process.execPath, [main], { env: { ...env, ...more }, encoding: 'utf8', timeout: 20_000 })
    expect(run({ YANSHU_DEMMO: '0' })).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'YANSHU_DEMMO: there is no such setting. Did you mean YANSHU_DEMO?\n',
    })
    writeFileSync(inData('yanshu.db'), 'no database '.repeat(1_000))
    expect(run({})).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.* is not a database\..*\n$/),
    })
  })
})
