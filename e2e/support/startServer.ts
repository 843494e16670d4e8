import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../../server/src/testing/freePort.ts'
import { temporaryRoot } from '../../server/src/testing/temporaryRoot.ts'

const WORKSPACE = path.resolve(import.meta.dirname, '../..')
/** The built client that `node tools/build.ts` leaves. */
export const CLIENT = path.join(WORKSPACE, 'dist')

/** The environment variable that names the data folder in which a server has made the demonstration for this run. */
export const DEMO = 'YANSHU_TEST_DEMO'

export interface ServerPlace {
  /** Free ones when left out. */
  readonly port?: number
  readonly smtpPort?: number
  /** The client to serve; a copy of the built one when left out. */
  readonly client?: string
  /** Changes the client before the server starts. */
  readonly prepare?: (client: string) => void
  /** Settings of the server besides. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called with what it writes, which is not kept otherwise. */
  readonly onOutput?: (text: string) => void
}

/** A server of the spec's own: it may be stopped, its data may be changed under it. */
export interface OwnServer {
  readonly url: string
  /** Where mail comes in. */
  readonly smtpUrl: string
  readonly dataFolder: string
  /** The client that it serves: a copy of its own, to which a spec may add builds. */
  readonly client: string
  /** Starts it again, on the same port and the same data. */
  start(): Promise<void>
  /** Stops it as an operator does, or as a power cut does. */
  stop(how?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Sends a signal to its process. */
  signal(name: NodeJS.Signals): void
  /** Changes the stored data while it runs or stands. */
  change(sql: string): void
  /** Sets switches of the organisation. @param locked whether people find them locked */
  setSwitches(values: Readonly<Record<string, unknown>>, locked?: boolean): void
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

/** A process of the tests that is ended leaves no server behind. */
const servers = new Set<ChildProcess>()
process.once('exit', () => {
  for (const server of servers) server.kill('SIGKILL')
})

/** Waits for the line that names the address; rejects with the output of the server when it ends instead. */
function started(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    let listens = false
    const hear = (chunk: Buffer) => {
      // Later output is read, so that the server can go on, and not kept.
      if (listens) return
      said += chunk.toString()
      listens = said.includes('Ctrl-C stops it')
      if (listens) resolve()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)))
  })
}

/**
 * Starts the real server with a demonstration organisation in a folder of its own: the one made for this run, else one
 * that it makes itself.
 */
export async function startServer(place: ServerPlace = {}): Promise<OwnServer> {
  const folder = mkdtempSync(path.join(temporaryRoot(), 'yanshu-own-'))
  const dataFolder = path.join(folder, 'data')
  const demo = process.env[DEMO]
  if (demo) cpSync(demo, dataFolder, { recursive: true })
  const client = place.client ?? path.join(folder, 'client')
  if (!place.client) {
    for (const part of ['host', 'r', 'mf'])
      cpSync(path.join(CLIENT, part), path.join(client, part), { recursive: true })
  }
  place.prepare?.(client)
  const port = place.port ?? (await freePort())
  const smtpPort = place.smtpPort ?? (await freePort())
  let child: ChildProcess | null = null

  const stop = async (how: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    const running = child
    if (!running) return
    child = null
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(how)
    await ended
  }
  const start = async () => {
    const server = spawn(process.execPath, [path.join(WORKSPACE, 'server/src/main.mjs')], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        DATABASE_URL: '',
        YANSHU_PORT: String(port),
        YANSHU_SMTP_PORT: String(smtpPort),
        YANSHU_DATA: dataFolder,
        YANSHU_CLIENT: client,
        ...place.settings,
      },
    })
    child = server
    servers.add(server)
    for (const output of [server.stdout, server.stderr]) {
      output?.on('data', (chunk: Buffer) => place.onOutput?.(chunk.toString()))
    }
    server.once('exit', () => servers.delete(server))
    await started(server)
  }
  try {
    await start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  const withDatabase = (work: (database: DatabaseSync) => void) => {
    const database = new DatabaseSync(path.join(dataFolder, 'yanshu.db'))
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      work(database)
    } finally {
      database.close()
    }
  }
  return {
    url: `http://localhost:${port}`,
    smtpUrl: `smtp://localhost:${smtpPort}`,
    dataFolder,
    client,
    start,
    stop,
    signal(name) {
      child?.kill(name)
    },
    change: (sql) => withDatabase((database) => database.exec(sql)),
    setSwitches(values, locked = false) {
      withDatabase((database) => {
        const set = database.prepare(`insert into switch_value (scope, scope_id, name, value, locked, set_at)
          values ('organisation', 0, ?, ?, ?, 1)
          on conflict (scope, scope_id, name) do update set value = excluded.value, locked = excluded.locked`)
        for (const [name, value] of Object.entries(values)) set.run(name, JSON.stringify(value), locked ? 1 : 0)
      })
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
