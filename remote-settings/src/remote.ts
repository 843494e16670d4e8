import { defineRemote } from '@yanshu/contracts'
import { fetchPart, tabs } from '@yanshu/shell-api'

// One chunk with the frame of the settings: pages of its own cost no further request.
const ownPages = () => fetchPart(() => import(/* webpackChunkName: "settings" */ './layout/ownPages.tsx'))

export default defineRemote({
  contract: { name: 'remote-settings', major: 1 },
  // One route for all pages: the side navigation stays where it is while the page beside it changes.
  routes: [
    {
      path: 'set/:page?',
      load: () => import(/* webpackChunkName: "settings" */ './layout/SettingsView.tsx'),
    },
  ],
  settings: {
    normalset: async () => ({ default: (await ownPages()).GeneralSettings }),
    archive: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "export" */ './export/ArchivePage.tsx'))).ArchivePage,
    }),
    export: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "export" */ './export/ExportPage.tsx'))).ExportPage,
    }),
    mailclassification: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "rules" */ './rules/RulesPage.tsx'))).RulesPage,
    }),
    autoreply: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "reply" */ './away/ReplyPage.tsx'))).ReplyPage,
    }),
    forward: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "forward" */ './away/ForwardPage.tsx'))).ForwardPage,
    }),
    signature: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "signature" */ './signatures/SignaturesPage.tsx')))
        .SignaturesPage,
    }),
    templates: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "templates" */ './signatures/TemplatesPage.tsx')))
        .TemplatesPage,
    }),
    account: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "account" */ './account/AccountPage.tsx')))
        .AccountPage,
    }),
    client: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "client" */ './account/ClientPage.tsx'))).ClientPage,
    }),
    foldermanagement: async () => ({ default: (await ownPages()).FolderSettings }),
  },
  slots: { 'recipient.hint': () => fetchPart(() => import(/* webpackChunkName: "away" */ './away/AwayHint.tsx')) },
  intents: {
    'rule.draft': async (mail) => {
      const { beginRule } = await fetchPart(() => import(/* webpackChunkName: "rules" */ './rules/firstDraft.ts'))
      beginRule(mail)
      tabs.open('/set/mailclassification')
    },
  },
  commands: {
    settings: async ({ language }) => {
      const { settingsCommands } = await fetchPart(
        () => import(/* webpackChunkName: "commands" */ './find/settingsCommands.ts'),
      )
      return settingsCommands(language)
    },
  },
  i18n: {
    ns: 'remote-settings',
    load: (language) =>
      language === 'en'
        ? import(/* webpackChunkName: "words-en" */ './messages/en.ts')
        : import(/* webpackChunkName: "words-zh" */ './messages/zh.ts'),
  },
})
