import type { RemoteContributes } from '@yanshu/contracts'

/** What the settings add to the screens of others. Read when they are built; the manifest carries it. */
export default {
  routes: [{ prefix: 'set', title: { zh: '设置', en: 'Settings' }, icon: 'settings' }],
  nav: [
    { place: 'more', path: '/set/normalset', title: { zh: '设置', en: 'Settings' }, icon: 'settings', order: 90 },
    { place: 'bottom', path: '/set/normalset', title: { zh: '设置', en: 'Settings' }, icon: 'settings', order: 90 },
  ],
  settings: [
    {
      page: 'normalset',
      title: { zh: '常规设置', en: 'General' },
      group: 'general',
      icon: 'settings',
      order: 10,
    },
    {
      page: 'foldermanagement',
      title: { zh: '文件夹和标签', en: 'Folders and labels' },
      group: 'mail',
      icon: 'folder',
      order: 10,
    },
    // Offered while some remote has something to write: see `useSettingsPages`.
    {
      page: 'export',
      title: { zh: '导出数据', en: 'Export' },
      group: 'tools',
      icon: 'download',
      order: 90,
    },
  ],
  commands: [{ id: 'settings', title: { zh: '设置', en: 'Settings' } }],
} as const satisfies RemoteContributes
