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
  ],
} as const satisfies RemoteContributes
