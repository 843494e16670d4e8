import type { MessageTree } from '@yanshu/contracts'

export const homeEn = {
  dashboard: {
    announcements: 'Announcements',
    morning: 'Good morning, {{name}}',
    afternoon: 'Good afternoon, {{name}}',
    evening: 'Good evening, {{name}}',
    allRead: 'Everything has been read',
    allReadText: 'New mail will appear here.',
    drafts: 'Drafts',
    failed: 'Home could not be loaded',
    folders: 'Where unread mail is',
    left: '{{left}} left',
    nearlyFull: 'Storage is almost full; mail may soon be refused.',
    newest: 'Counted among the newest 1,000 unread mails.',
    people: 'Unread mail by sender',
    quota: '{{used}} of {{limit}} used',
    starred: 'Starred',
    storage: 'Mailbox storage',
    toTrash: 'Clean up the trash',
    unlimited: '{{used}} used, no limit',
    unread: 'Unread',
    starredNewest: 'Starred lately',
    draftsNewest: 'Unfinished drafts',
    all: 'All',
    to: 'To {{names}}',
  },
} satisfies MessageTree
