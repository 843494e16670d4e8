import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'

export default defineRemote({
  contract: { name: 'remote-ai', major: REMOTE_CONTRACT_MAJOR },
  routes: [{ path: 'ai', load: () => import('./page/Page.tsx') }],
  slots: { 'mail.card': () => import('./card/Card.tsx') },
  commands: {
    ai: async ({ language }) => {
      const { commands } = await fetchPart(() => import('./commands/commands.ts'))
      return commands(language)
    },
  },
  i18n: {
    ns: 'remote-ai',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
})
