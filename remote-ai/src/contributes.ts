import type { RemoteContributes } from '@yanshu/contracts'

const title = { zh: '智能助手', en: 'Assistant' }
const when = 'assistantEnable'

/** What the assistant adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [],
  slots: [
    { slot: 'topbar.tool', major: 1, order: 30, when },
    { slot: 'mail.tool', major: 1, order: 30, when },
    { slot: 'letter.tool', major: 1, order: 30, when },
    { slot: 'mail.card', major: 1, order: 5, for: ['*'], when },
    { slot: 'mail.danger', major: 1, when },
    { slot: 'drawer', major: 1, title, when },
  ],
} as const satisfies RemoteContributes
