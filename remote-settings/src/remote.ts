import { defineRemote } from '@yanshu/contracts'
import { fetchPart } from '@yanshu/shell-api'

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
    export: async () => ({
      default: (await fetchPart(() => import(/* webpackChunkName: "export" */ './export/ExportPage.tsx'))).ExportPage,
    }),
    foldermanagement: async () => ({ default: (await ownPages()).FolderSettings }),
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
