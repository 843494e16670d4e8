import type { RemoteContributes } from '@yanshu/contracts'

/** What addressbook adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [{ prefix: 'addressbook', title: { zh: '通讯录', en: 'Contacts' }, icon: 'info' }],
  nav: [{ place: 'more', path: '/addressbook', title: { zh: '通讯录', en: 'Contacts' }, icon: 'info', order: 50 }],
  slots: [{ slot: 'mail.card', major: 1, order: 50, for: ['*'] }],
  commands: [{ id: 'addressbook', title: { zh: '通讯录', en: 'Contacts' } }],
} as const satisfies RemoteContributes
