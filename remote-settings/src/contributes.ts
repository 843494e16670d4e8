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
    {
      page: 'mailclassification',
      title: { zh: '收信规则', en: 'Rules' },
      group: 'mail',
      icon: 'filter',
      order: 20,
    },
    {
      page: 'autoreply',
      title: { zh: '自动回复', en: 'Automatic reply' },
      group: 'mail',
      icon: 'reply',
      order: 30,
    },
    {
      page: 'forward',
      title: { zh: '转发', en: 'Forwarding' },
      group: 'mail',
      icon: 'forward',
      order: 40,
      when: 'autoForwardEnable',
    },
    {
      page: 'signature',
      title: { zh: '签名', en: 'Signatures' },
      group: 'mail',
      icon: 'edit',
      order: 50,
    },
    {
      page: 'templates',
      title: { zh: '信件模板', en: 'Letter templates' },
      group: 'mail',
      icon: 'doc',
      order: 60,
    },
    {
      page: 'account',
      title: { zh: '账号与安全', en: 'Account and security' },
      group: 'account',
      icon: 'user',
      order: 10,
    },
    {
      page: 'client',
      title: { zh: '客户端与设备', en: 'Clients and devices' },
      group: 'security',
      icon: 'shield',
      order: 20,
    },
    {
      page: 'transfer',
      title: { zh: '设置的导出和导入', en: 'Export and import settings' },
      group: 'tools',
      icon: 'refresh',
      order: 80,
    },
    // Offered while some remote has something to write: see `useSettingsPages`.
    {
      page: 'export',
      title: { zh: '导出数据', en: 'Export' },
      group: 'tools',
      icon: 'download',
      order: 90,
    },
    {
      page: 'archive',
      title: { zh: '带走全部数据', en: 'Take everything' },
      group: 'tools',
      icon: 'download',
      order: 91,
    },
  ],
  slots: [{ slot: 'recipient.hint', major: 1 }],
  intents: { 'rule.draft': 1 },
  commands: [{ id: 'settings', title: { zh: '设置', en: 'Settings' } }],
} as const satisfies RemoteContributes
