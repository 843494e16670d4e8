import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { loadDrawer } from './drawer/loadDrawer.ts'

/** The assistant: a drawer with questions, drafts, summary and risk check, and the ways to it. */
export default defineRemote({
  contract: { name: 'remote-ai', major: REMOTE_CONTRACT_MAJOR },
  routes: [],
  slots: {
    'topbar.tool': () => import(/* webpackChunkName: "tools" */ './tools/TopButton.tsx'),
    'mail.tool': () => import(/* webpackChunkName: "tools" */ './tools/MailTool.tsx'),
    'letter.tool': () => import(/* webpackChunkName: "tools" */ './tools/LetterTool.tsx'),
    'mail.card': () => import(/* webpackChunkName: "tools" */ './tools/MailCards.tsx'),
    'mail.danger': () => import(/* webpackChunkName: "tools" */ './tools/DangerWhy.tsx'),
    drawer: loadDrawer,
  },
  i18n: {
    ns: 'remote-ai',
    load: (language) =>
      language === 'en'
        ? import(/* webpackChunkName: "words-en" */ './messages/en.ts')
        : import(/* webpackChunkName: "words-zh" */ './messages/zh.ts'),
  },
})
