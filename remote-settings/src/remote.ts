import { defineRemote } from '@yanshu/contracts'
import { fetchPart, tabs } from '@yanshu/shell-api'
import { NS, words } from './messages/words.ts'

// The frame of the settings, by way of which its pages are loaded: see `layout/pages.ts`.
type Frame = typeof import('./layout/pages.ts')

/** What has come. */
const here: { frame?: Frame } = {}

async function frame(): Promise<Frame> {
  here.frame = await fetchPart(() => import(/* webpackChunkName: "settings" */ './layout/pages.ts'))
  return here.frame
}

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
    load: frame,
    loaded: () => here.frame?.default,
    // The page comes with the frame, and not when the frame is drawn.
    ask: async ({ params: { page: asked = 'normalset' } }) => {
      const page = PAGES.find((one) => one === asked)
      if (page)
        await frame()
          .then(({ pages }) => pages[page]())
          .catch(() => undefined)
    },
  })),
  settings: Object.fromEntries(
    PAGES.map((page) => [page, async () => ({ default: await (await frame()).pages[page]() })]),
  ),
  slots: {
    'recipient.hint': () =>
      words.withPart(
        'further',
        fetchPart(() => import(/* webpackChunkName: "asked" */ './away/AwayHint.tsx')),
      ),
    'frame.bar': () =>
      fetchPart(() => import(/* webpackChunkName: "later-parts" */ './automatic-mail/AutomaticMailBar.tsx')),
  },
  intents: {
    'rule.draft': async (mail) => {
      ;(await fetchPart(() => import(/* webpackChunkName: "asked" */ './rules/firstDraft.ts'))).beginRule(mail)
      tabs.open('/set/mailclassification')
    },
  },
  commands: {
    settings: async ({ language }) =>
      (await fetchPart(() => import(/* webpackChunkName: "commands" */ './find/settingsCommands.ts'))).settingsCommands(
        language,
      ),
  },
  i18n: { ns: NS, load: words.load },
})
