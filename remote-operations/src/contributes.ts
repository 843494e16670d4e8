import type { RemoteContributes } from '@yanshu/contracts'

/** What operations adds to the screens of others, for administrators. Read when it is built; the manifest carries it. */
export default {
  routes: [
    {
      prefix: 'operations',
      title: { zh: '版本与发布', en: 'Versions and releases' },
      icon: 'code',
      when: 'releasesEnable',
    },
    {
      prefix: 'approvalrules',
      title: { zh: '审批规则', en: 'Rules of approval' },
      icon: 'approval',
      when: 'administrator',
    },
    {
      prefix: 'migrations',
      title: { zh: '全员邮箱迁移', en: 'Migrations' },
      icon: 'migration',
      when: 'administrator',
    },
    {
      prefix: 'filesharing',
      title: { zh: '文件与分享', en: 'Files and sharing' },
      icon: 'document-center',
      when: 'administrator',
    },
    {
      prefix: 'reportedmail',
      title: { zh: '邮件举报', en: 'Reported mail' },
      icon: 'warning',
      when: 'administrator',
    },
  ],
  nav: [
    {
      place: 'more',
      path: '/operations',
      title: { zh: '版本与发布', en: 'Versions and releases' },
      icon: 'code',
      order: 95,
      when: 'releasesEnable',
    },
    {
      place: 'more',
      path: '/approvalrules',
      title: { zh: '审批规则', en: 'Rules of approval' },
      icon: 'approval',
      order: 96,
      when: 'administrator',
    },
    {
      place: 'more',
      path: '/migrations',
      title: { zh: '全员邮箱迁移', en: 'Migrations' },
      icon: 'migration',
      order: 97,
      when: 'administrator',
    },
    {
      place: 'more',
      path: '/filesharing',
      title: { zh: '文件与分享', en: 'Files and sharing' },
      icon: 'document-center',
      order: 98,
      when: 'administrator',
    },
    {
      place: 'more',
      path: '/reportedmail',
      title: { zh: '邮件举报', en: 'Reported mail' },
      icon: 'warning',
      order: 99,
      when: 'administrator',
    },
  ],
} as const satisfies RemoteContributes
