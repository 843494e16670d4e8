import type { RemoteContributes } from '@yanshu/contracts'

/** What ai adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [{ prefix: 'ai', title: { zh: '智能助手', en: 'Assistant' }, icon: 'info' }],
  nav: [{ place: 'more', path: '/ai', title: { zh: '智能助手', en: 'Assistant' }, icon: 'info', order: 50 }],
  slots: [{ slot: 'mail.card', major: 1, order: 50, for: ['*'] }],
  commands: [{ id: 'ai', title: { zh: '智能助手', en: 'Assistant' } }],
} as const satisfies RemoteContributes
