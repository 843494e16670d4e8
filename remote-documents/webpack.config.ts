import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-documents',
  directory: import.meta.dirname,
  port: 4308,
  chunks: {
    center: ['center/DocumentCenter.tsx'],
    share: ['share-page/SharePage.tsx'],
    'words-en': ['messages/en.ts'],
    'words-zh': ['messages/zh.ts'],
    'later-between': ['between/index.ts'],
    'later-shares': ['center/Versions.tsx', 'sharing/'],
    'later-upload': ['center/documentParts.ts'],
  },
})
