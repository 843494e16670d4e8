/**
 * Hot reload inside a running system: `npm run dev -- remote-mail`, or `pnpm --filter remote-mail dev`.
 * Without a remote only the host is compiled. The system behind it is `YANSHU_URL` (http://localhost:8080),
 * the page's port `YANSHU_DEV_PORT` (4300).
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startDevelopment } from '../shared/build/src/development.ts'
import type { HostDefinition, RemoteDefinition } from '../shared/build/src/index.ts'

async function definition<T>(name: string): Promise<T> {
  const file = path.resolve(import.meta.dirname, '..', name, 'webpack.config.ts')
  const module: { default: T } = await import(pathToFileURL(file).href)
  return module.default
}

const backend = process.env.YANSHU_URL ?? 'http://localhost:8080'
const port = Number(process.env.YANSHU_DEV_PORT ?? 4300)
const name = process.argv[2]

if (name !== undefined && !existsSync(path.resolve(import.meta.dirname, '..', name, 'src/remote.ts'))) {
  console.error(`There is no remote “${name}”: a remote is a folder such as remote-mail with a src/remote.ts.`)
  process.exit(1)
}

try {
  await fetch(backend, { method: 'HEAD', signal: AbortSignal.timeout(5_000) })
} catch {
  console.error(`Nothing answers at ${backend}. Start the system with "npm start", or name another one in YANSHU_URL.`)
  process.exit(1)
}

const host = await definition<HostDefinition>('host')
const remote = name === undefined ? undefined : await definition<RemoteDefinition>(name)
console.log(`Compiling ${name ?? 'the host'}`)
const development = await startDevelopment({ host, remote, backend, port })
console.log(`Open ${development.url} (calls go to ${backend}). Ctrl-C stops.`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void development.close().then(() => process.exit(0)))
}
