import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-calendar',
  directory: import.meta.dirname,
  port: 4304,
  chunks: {
    calendar: ['panel/AreaSide.tsx', 'views/firstDays.ts'],
    card: [
      'card/TodayCard.tsx',
      'commands/findEvents.ts',
      'invitation/AnswerInPlace.tsx',
      'invitation/InvitationCard.tsx',
      'mail/MakeEvent.tsx',
      'mail/fetchTasks.ts',
      'reminders/ReminderBar.tsx',
    ],
    form: ['form/EventForm.tsx', 'form/copyEvent.ts'],
    row: ['invitation/QuickAnswer.tsx'],
    'words-en': ['messages/en.ts'],
    'words-zh': ['messages/zh.ts'],
    'later-dialogs': ['panel/dialogs/CalendarDialog.tsx'],
    'later-files': ['files/'],
    'later-find': ['find-time/FindTimeDialog.tsx'],
    'later-propose': ['invitation/Proposal.tsx', 'invitation/ProposeTime.tsx'],
    'later-rich': ['rich/RichField.tsx'],
    'later-scope': ['form/scope/ScopeQuestion.tsx'],
    'later-search': ['search/'],
    'later-settings': ['settings/CalendarSettingsPage.tsx'],
    'later-tasks': ['mail/makeTask.ts', 'tasks/', 'views/YearView.tsx'],
    'later-words': ['rich/RichWords.tsx'],
  },
})
