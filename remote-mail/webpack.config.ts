import { defineRemoteBuild } from '@yanshu/build'

export default defineRemoteBuild({
  name: 'remote-mail',
  directory: import.meta.dirname,
  port: 4301,
  routes: [
    { prefix: 'dashboard', title: 'routes.dashboard' },
    { prefix: 'inbox', title: 'routes.inbox' },
    { prefix: 'outbox', title: 'routes.outbox' },
    { prefix: 'draftbox', title: 'routes.draftbox' },
    { prefix: 'recyclebin', title: 'routes.recyclebin' },
    { prefix: 'spam', title: 'routes.spam' },
    { prefix: 'custombox', title: 'routes.custombox' },
    { prefix: 'favorite', title: 'routes.favorite' },
    { prefix: 'otherfolders', title: 'routes.otherfolders' },
    { prefix: 'otherfolders2', title: 'routes.otherfolders2' },
    { prefix: 'noread', title: 'routes.noread' },
    { prefix: 'readed', title: 'routes.readed' },
    { prefix: 'inboxct', title: 'routes.inboxct' },
    { prefix: 'search', title: 'routes.search' },
    { prefix: 'reply', title: 'routes.reply' },
  ],
})
