import { defineRemote, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'

export default defineRemote({
  contract: { name: 'remote-operations', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    { path: 'operations', load: () => import('./releases/ReleasesPage.tsx') },
    {
      path: 'approvalrules',
      load: () => import('./approval/RulesPage.tsx'),
    },
    {
      path: 'migrations',
      load: () => import('./migration/MigrationsPage.tsx'),
    },
    {
      path: 'filesharing',
      load: () => import('./documents/FilesPage.tsx'),
    },
    {
      path: 'reportedmail',
      load: () => import('./misuse/ReportsPage.tsx'),
    },
  ],
  i18n: {
    ns: 'remote-operations',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
})
