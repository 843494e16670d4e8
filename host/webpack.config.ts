import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineHostBuild } from '@yanshu/build'
import { FRAME_FILE } from '@yanshu/mail-html'

/** Icons and web app manifest; `tools/icons/draw.ts` draws them from the mark. */
const folder = path.join(import.meta.dirname, 'app-files')
const appFiles = readdirSync(folder).map((name) => ({ path: name, body: readFileSync(path.join(folder, name)) }))

export default defineHostBuild({
  directory: import.meta.dirname,
  template: 'index.html',
  entry: 'src/index.ts',
  files: [FRAME_FILE, ...appFiles],
  serviceWorker: 'src/service-worker/worker.ts',
})
