import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-ai',
  directory: import.meta.dirname,
  port: 4305,
  chunks: {
    drawer: ['drawer/AssistantDrawer.tsx'],
    tools: ['tools/'],
    'words-en': ['messages/en.ts'],
    'words-zh': ['messages/zh.ts'],
    'later-translate': ['translate/TranslateBar.tsx'],
  },
})
