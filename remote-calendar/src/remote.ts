import { defineRemote, keptPart, REMOTE_CONTRACT_MAJOR } from '@yanshu/contracts'
import { fetchPart, go, markStale, push } from '@yanshu/shell-api'
import { begunEvent } from './form/draft.ts'

const calendar = keptPart(() => fetchPart(() => import('./views/firstDays.ts')))

/** The calendar: its views, today's card on the home page, and events made from mails. */
export default defineRemote({
  contract: { name: 'remote-calendar', major: REMOTE_CONTRACT_MAJOR },
  routes: [
    {
      path: 'calendar',
      load: calendar.load,
      loaded: () => calendar.here()?.default,
      ask: ({ query }) =>
        calendar.load().then(
          ({ askForDays }) => askForDays(query),
          () => undefined,
        ),
    },
  ],
  areas: { calendar: () => fetchPart(() => import('./panel/AreaSide.tsx')) },
  slots: {
    'dashboard.card': () => import('./card/TodayCard.tsx'),
    'frame.bar': () => fetchPart(() => import('./reminders/ReminderBar.tsx')),
    'mail.card': () => import('./invitation/InvitationCard.tsx'),
    'mail.row': () => import('./invitation/QuickAnswer.tsx'),
    'mail.tool': () => import('./mail/MakeEvent.tsx'),
  },
  intents: {
    async 'calendar.draft'(input) {
      if (input.due !== undefined) {
        const { fetchTasks } = await fetchPart(() => import('./mail/fetchTasks.ts'))
        return (await fetchTasks()).makeDue(input.subject, input.text ?? '', input.due)
      }
      begunEvent.mine().set(input)
      go('/calendar')
    },
  },
  settings: {
    calendar: () => fetchPart(() => import('./settings/CalendarSettingsPage.tsx')),
  },
  commands: {
    events: async ({ language, typed, signal }) => {
      const { findEvents } = await fetchPart(() => import('./commands/findEvents.ts'))
      return findEvents(language, typed, signal)
    },
  },
  i18n: {
    ns: 'remote-calendar',
    load: (language) => (language === 'en' ? import('./messages/en.ts') : import('./messages/zh.ts')),
  },
  activate() {
    const stops = [
      push.onEvent('calendar.changed', () => markStale(['calendar'])),
      // Events from before a greeting of the server, the first one too, are not repeated.
      push.on((message) => {
        if (message.optType === 'ready') markStale(['calendar'])
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
})
