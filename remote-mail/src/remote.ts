import { defineRemote } from '@yanshu/contracts'
import { fetchPart, folders, go } from '@yanshu/shell-api'

// One chunk for everything that is needed until a list is usable: more of them would only be more requests.
const elsewhere = () => fetchPart(() => import(/* webpackChunkName: "lists" */ './places/elsewhere.ts'))
const commands = () => fetchPart(() => import(/* webpackChunkName: "lists" */ './actions/commands.ts'))

const across = (name: Parameters<Awaited<ReturnType<typeof elsewhere>>['loadAcross']>[0]) => async () =>
  (await elsewhere()).loadAcross(name)

/** Mail: the home page, lists, reading, search. */
export default defineRemote({
  contract: { name: 'remote-mail', major: 1 },
  routes: [
    { path: 'dashboard', load: async () => (await elsewhere()).loadDashboard() },
    { path: 'inbox', load: () => import(/* webpackChunkName: "lists" */ './places/Inbox.tsx') },
    { path: 'outbox', load: () => import(/* webpackChunkName: "lists" */ './places/Outbox.tsx') },
    { path: 'draftbox', load: () => import(/* webpackChunkName: "lists" */ './places/Draftbox.tsx') },
    { path: 'recyclebin', load: () => import(/* webpackChunkName: "lists" */ './places/RecycleBin.tsx') },
    { path: 'spam', load: () => import(/* webpackChunkName: "lists" */ './places/Spam.tsx') },
    { path: 'custombox/:folderId', load: () => import(/* webpackChunkName: "lists" */ './places/CustomBox.tsx') },
    {
      path: 'otherfolders/other2/:folderId',
      load: () => import(/* webpackChunkName: "lists" */ './places/CustomBox.tsx'),
    },
    { path: 'otherfolders2/other2/:labelId', load: across('LabelBox') },
    { path: 'favorite', load: across('Favorite') },
    { path: 'noread', load: across('NoRead') },
    { path: 'readed', load: across('Readed') },
    { path: 'inboxct', load: across('Correspondence') },
    { path: 'search', load: async () => (await elsewhere()).loadSearch() },
    { path: 'reply/:boxId/:id', load: async () => (await elsewhere()).loadMailTab() },
    { path: 'reply/:boxId/:id/:index', load: async () => (await elsewhere()).loadMailTab() },
  ],
  slots: {
    'topbar.search': () => import(/* webpackChunkName: "lists" */ './search/QuickSearch.tsx'),
    'mail.card': async () => (await elsewhere()).loadInviteCard(),
  },
  intents: {
    async 'mail.open'({ mailId, mailboxId }) {
      go(`/reply/${mailboxId}/${mailId}`)
    },
    async 'mail.move'({ mailIds, targetMailboxId }) {
      const target = folders.tree().byId(targetMailboxId)
      if (!target) return
      const { moveTo } = await commands()
      moveTo(mailIds, target)
    },
    async 'folder.markRead'({ folderId }) {
      const folder = folders.tree().byId(folderId)
      if (!folder) return
      const { markAllSeen } = await commands()
      markAllSeen(folder)
    },
    async 'folder.empty'({ folderId }) {
      const folder = folders.tree().byId(folderId)
      if (!folder) return
      const { emptyFolder } = await commands()
      await emptyFolder(folder)
    },
  },
  i18n: {
    ns: 'remote-mail',
    load: (language) =>
      language === 'en'
        ? import(/* webpackChunkName: "en" */ './messages/en.ts')
        : import(/* webpackChunkName: "zh" */ './messages/zh.ts'),
  },
  activate: async () =>
    (await fetchPart(() => import(/* webpackChunkName: "lists" */ './mailbox/mailbox.ts'))).startMailbox(),
})
