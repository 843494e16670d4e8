import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Builds what changed, then becomes the server. */
const root = path.resolve(import.meta.dirname, '..')
const built = spawnSync('node', ['tools/build.ts'], { cwd: root, stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

process.env.YANSHU_CLIENT ??= path.join(root, 'dist')
await import('../server/src/main.mjs')
