import type { RemoteContributes } from '@yanshu/contracts'

const TITLE = { zh: '日历', en: 'Calendar' }
const when = 'calendarEnable'

/** What the calendar adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [{ prefix: 'calendar', title: TITLE, icon: 'calendar', when, area: 'calendar' }],
  areas: [{ area: 'calendar', title: TITLE, icon: 'calendar', home: '/calendar', when }],
  nav: [
    { place: 'sidebar', path: '/calendar', title: TITLE, icon: 'calendar', order: 40, when },
    { place: 'more', path: '/calendar', title: TITLE, icon: 'calendar', order: 40, when },
    { place: 'bottom', path: '/calendar', title: TITLE, icon: 'calendar', order: 12, when },
  ],
  slots: [
    { slot: 'dashboard.card', major: 1, order: 10, when },
    { slot: 'mail.card', major: 1, order: 10, when, for: ['text/calendar', 'application/ics'] },
    { slot: 'mail.tool', major: 1, order: 40, when },
    { slot: 'mail.row', major: 1, order: 10, when, for: ['invites'] },
    { slot: 'frame.bar', major: 1, order: 20, when },
  ],
  intents: { 'calendar.draft': 1 },
  settings: [{ page: 'calendar', title: TITLE, group: 'tools', icon: 'calendar', order: 10, when }],
  commands: [{ id: 'events', title: { zh: '日程', en: 'Events' }, live: true, when }],
} as const satisfies RemoteContributes
