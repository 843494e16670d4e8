import type { RemoteContributes } from '@yanshu/contracts'

/** What the document center adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [
    {
      prefix: 'sharefile',
      title: { zh: '提取共享文件', en: 'Get a shared file' },
      icon: 'link',
      keep: false,
      public: true,
    },
    {
      prefix: 'documentcenter',
      title: { zh: '文件中心', en: 'Document center' },
      icon: 'document-center',
      when: 'netdiskEnable',
    },
  ],
  nav: [
    {
      place: 'sidebar',
      path: '/documentcenter',
      title: { zh: '文件中心', en: 'Document center' },
      icon: 'document-center',
      order: 60,
      when: 'netdiskEnable',
    },
  ],
  intents: { 'files.pick': 1, 'files.save': 1 },
} as const satisfies RemoteContributes
