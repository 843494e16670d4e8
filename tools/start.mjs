import path from 'node:path'
import { withMemorySettings } from '../server/src/platform/memorySettings.mjs'
import { leaveSignals, passSignalsOn, runInFront } from './children.mjs'

/** Builds what changed, then becomes the server. */
// First, because it forgets everything that this process has begun.
withMemorySettings(import.meta.filename)
const root = path.resolve(import.meta.dirname, '..')
passSignalsOn()
const code = await runInFront('node', ['tools/build.ts'], { cwd: root })
if (code !== 0) process.exit(code)
// From here on the server handles signals itself.
leaveSignals()

process.env.YANSHU_CLIENT ??= path.join(root, 'dist')
await import('../server/src/main.mjs')
