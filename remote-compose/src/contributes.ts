import type { RemoteContributes } from '@yanshu/contracts'

/** What writing adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [
    {
      prefix: 'write',
      title: { zh: '写邮件', en: 'Compose' },
      icon: 'compose',
      manyTabs: true,
      bare: true,
      reopen: false,
    },
    {
      prefix: 'bigFileUpload',
      title: { zh: '大文件上传', en: 'Upload large files' },
      icon: 'upload',
      keep: false,
      public: true,
    },
    { prefix: 'scheduled', title: { zh: '定时发送', en: 'Scheduled' }, icon: 'clock' },
  ],
  nav: [
    { place: 'sidebar.more', path: '/scheduled', title: { zh: '定时发送', en: 'Scheduled' }, icon: 'clock', order: 40 },
    {
      place: 'sidebar.more',
      path: '/bigFileUpload',
      title: { zh: '大文件上传', en: 'Upload large files' },
      icon: 'upload',
      order: 70,
      when: 'netdiskEnable',
    },
  ],
  slots: [
    { slot: 'frame.bar', major: 1 },
    { slot: 'mail.card', major: 1, order: 7, for: ['receipt', 'links'] },
  ],
  settings: [{ page: 'papers', title: { zh: '信纸', en: 'Letter papers' }, group: 'mail', icon: 'paper', order: 62 }],
  intents: { 'compose.open': 1, 'letter.insert': 1, 'letters.save': 1 },
} as const satisfies RemoteContributes
