import { defineRemote, keptPart } from '@yanshu/contracts'
import { fetchPart, tabs } from '@yanshu/shell-api'
import { NS, words } from './messages/words.ts'

// The frame of the settings, by way of which its pages are loaded: see `layout/pages.ts`.
const frame = keptPart(() => fetchPart(() => import('./layout/pages.ts')))

const PAGES = [
  'normalset',
  'foldermanagement',
  'mailclassification',
  'autoreply',
  'forward',
  'signature',
  'templates',
  'account',
  'client',
  'selfChecking',
  'skinpeeling',
  'transfer',
  'archive',
  'export',
] as const

export default defineRemote({
  contract: { name: 'remote-settings', major: 1 },
  // One route for all pages: the side navigation stays where it is while the page beside it changes.
  routes: ['set/:page?', 'set/success/:status', 'set/accountalias/:alias', 'set/print/:uid/:mbox'].map((path) => ({
    path,
    load: frame.load,
    loaded: () => frame.here()?.default,
    // The page comes with the frame, and not when the frame is drawn.
    ask: async ({ params: { page: asked = 'normalset' } }) => {
      const page = PAGES.find((one) => one === asked)
      if (page)
        await frame
          .load()
          .then(({ pages }) => pages[page]())
          .catch(() => undefined)
    },
  })),
  settings: Object.fromEntries(
    PAGES.map((page) => [page, async () => ({ default: await (await frame.load()).pages[page]() })]),
  ),
  slots: {
    'recipient.hint': () => words.withPart(() => import('./away/AwayHint.tsx'), 'further'),
    'frame.bar': () => fetchPart(() => import('./automatic-mail/AutomaticMailBar.tsx')),
  },
  intents: {
    'rule.draft': async (mail) => {
      ;(await fetchPart(() => import('./rules/firstDraft.ts'))).beginRule(mail)
      tabs.open('/set/mailclassification')
    },
  },
  commands: {
    settings: async ({ language }) =>
      (await fetchPart(() => import('./find/settingsCommands.ts'))).settingsCommands(language),
  },
  i18n: { ns: NS, load: words.load },
})
