import type { RemoteContributes } from '@yanshu/contracts'

/** What mail adds to the screens of others. Read when it is built; the manifest carries it. */
export default {
  routes: [
    { prefix: 'dashboard', title: { zh: '首页', en: 'Home' }, icon: 'home', home: 10 },
    { prefix: 'inbox', title: { zh: '收件箱', en: 'Inbox' }, icon: 'inbox', home: 20 },
    { prefix: 'outbox', title: { zh: '已发送', en: 'Sent' }, icon: 'sent' },
    { prefix: 'draftbox', title: { zh: '草稿箱', en: 'Drafts' }, icon: 'draft' },
    { prefix: 'recyclebin', title: { zh: '回收站', en: 'Trash' }, icon: 'trash' },
    { prefix: 'spam', title: { zh: '垃圾邮件', en: 'Spam' }, icon: 'spam' },
    { prefix: 'custombox', title: { zh: '文件夹', en: 'Folder' }, icon: 'folder' },
    { prefix: 'favorite', title: { zh: '星标', en: 'Starred' }, icon: 'star' },
    { prefix: 'otherfolders', title: { zh: '文件夹', en: 'Folders' }, icon: 'folder' },
    { prefix: 'otherfolders2', title: { zh: '标签', en: 'Label' }, icon: 'label' },
    { prefix: 'noread', title: { zh: '未读邮件', en: 'Unread' }, icon: 'mail' },
    { prefix: 'readed', title: { zh: '已读邮件', en: 'Read' }, icon: 'mail-open' },
    { prefix: 'inboxct', title: { zh: '往来邮件', en: 'Correspondence' }, icon: 'mail' },
    { prefix: 'search', title: { zh: '搜索结果', en: 'Search results' }, icon: 'search' },
    { prefix: 'print', title: { zh: '打印邮件', en: 'Print a mail' }, icon: 'print', keep: false, public: true },
    { prefix: 'reply', title: { zh: '邮件', en: 'Mail' }, icon: 'mail' },
  ],
  nav: [
    { place: 'sidebar.top', path: '/favorite', title: { zh: '星标', en: 'Starred' }, icon: 'star', order: 10 },
    { place: 'sidebar.more', path: '/noread', title: { zh: '未读', en: 'Unread' }, icon: 'mail', order: 20 },
    { place: 'sidebar.more', path: '/readed', title: { zh: '已读', en: 'Read' }, icon: 'mail-open', order: 30 },
    { place: 'bottom', path: '/inbox', title: { zh: '邮件', en: 'Mail' }, icon: 'mail', order: 10 },
    { place: 'bottom', path: '/favorite', title: { zh: '星标', en: 'Starred' }, icon: 'star', order: 20 },
  ],
  shortcuts: [
    { keys: 'g i', path: '/inbox', title: { zh: '收件箱', en: 'Inbox' }, order: 10 },
    { keys: 'g t', path: '/outbox', title: { zh: '已发送', en: 'Sent' }, order: 20 },
    { keys: 'g d', path: '/draftbox', title: { zh: '草稿箱', en: 'Drafts' }, order: 30 },
    { keys: 'g s', path: '/favorite', title: { zh: '星标', en: 'Starred' }, order: 40 },
  ],
  folders: {
    inbox: '/inbox',
    sent: '/outbox',
    drafts: '/draftbox',
    trash: '/recyclebin',
    spam: '/spam',
    custom: '/custombox/:id',
    outside: '/otherfolders/other2/:id',
    label: '/otherfolders2/other2/:id',
  },
  slots: [{ slot: 'topbar.search', major: 1 }],
  intents: { 'mail.open': 1, 'mail.move': 1, 'answers.save': 1, 'folder.markRead': 1, 'folder.empty': 1 },
} as const satisfies RemoteContributes
