import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { loadDrawer } from './drawer/loadDrawer.ts'

/** The assistant: a drawer with questions, drafts, summary and risk check, and the ways to it. */
export default defineRemote({
  contract: { name: 'remote-ai', major: REMOTE_CONTRACT_MAJOR },
  routes: [],
  slots: {
    'topbar.tool': () => import('./tools/TopButton.tsx'),
    'mail.tool': () => import('./tools/MailTool.tsx'),
    'letter.tool': () => import('./tools/LetterTool.tsx'),
    'mail.card': () => import('./tools/MailCards.tsx'),
    'mail.danger': () => import('./tools/DangerWhy.tsx'),
    drawer: loadDrawer,
  },
  i18n: {
    ns: 'remote-ai',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
})
