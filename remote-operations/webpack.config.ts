import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-operations',
  directory: import.meta.dirname,
  port: 4306,
  chunks: {
    'later-approval': ['approval/RulesPage.tsx'],
    'later-files': ['documents/FilesPage.tsx'],
    'later-migration': ['migration/MigrationsPage.tsx'],
    'later-misuse': ['misuse/ReportsPage.tsx'],
  },
})
