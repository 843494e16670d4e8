import { appFiles, defineHostBuild } from '@yanshu/build'
import { FRAME_FILE } from '@yanshu/mail-html'
import { GOOSE_BOX, GOOSE_STROKE } from '@yanshu/ui/brand'

const icons = appFiles({
  name: '雁书 Yanshu',
  shortName: '雁书',
  description: '鸿雁传书，字字必达。',
  lang: 'zh-CN',
  mark: GOOSE_STROKE,
  box: GOOSE_BOX,
  accent: '#2456d6',
  themeColour: '#ffffff',
  background: '#ffffff',
})

export default defineHostBuild({
  directory: import.meta.dirname,
  template: 'index.html',
  entry: 'src/index.ts',
  files: [FRAME_FILE, ...icons],
  serviceWorker: 'src/service-worker/worker.ts',
})
