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
  messages: {
    first: [
      'product',
      'skipToContent',
      'announcements.title|unread',
      'external.guidang|wangguan|qrLogin',
      'failures',
      'help.title',
      'mobile',
      'notices',
      'outlet.loading|slow|load|loadWhy|loadAdvice|retry|refresh',
      'outlet.manifest|manifestWhy|manifestAdvice|signatureWhy|signatureAdvice',
      'shortcuts',
      'sidebar',
      'tabs.unknown|label|all|reopen',
      'topBar.home|menu|appearance|more|lock|signOut|account',
    ],
    // What comes on demand (`src/on-demand`).
    later: [
      '*',
      'notices.slowAnswer',
      'shortcuts.title|none|singleKeys',
      'sidebar.open|openInTab|addInside|rename|clear|delete|hide|lock|markRead',
      'sidebar.quota|quotaUnlimited|quotaLabel|quotaFull',
    ],
  },
})
