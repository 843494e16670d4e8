import { defineRemote, type RemoteRoute } from '@yanshu/contracts'
import { fetchPart, folders, go } from '@yanshu/shell-api'
import { moveTo } from './actions/commands.ts'
import { fetchFollowUp } from './follow-up/fetchFollowUp.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { loadWords, withWords } from './messages/words.ts'
import { noteMove } from './move-picker/recentMoves.ts'
import { fetchParts } from './on-demand/onDemand.ts'
import { askForFolder, askForResults, type FolderOf } from './places/askForList.ts'
import { folderView } from './places/FolderView.tsx'
import QuickSearch from './search/QuickSearch.tsx'
import { results } from './search/results.ts'
import { fetchTriage } from './triage/fetchTriage.ts'

// One script for everything that is needed until a list is usable: more of them would only be more requests.
const here =
  <T>(part: T) =>
  async () => ({ default: part })

/** One of the views of a part that comes by itself. */
const oneOf =
  <Views extends object>(load: () => Promise<Views>) =>
  <N extends keyof Views>(name: N) =>
  async () => ({ default: (await load())[name] })

/** The lists over several folders; their code is on the page soon after the first list. */
const across = oneOf(() => withWords(() => import('./places/AcrossFolders.tsx')))
const approval = oneOf(() => fetchPart(() => import('./approval/views.ts')))
const followUp = oneOf(fetchFollowUp)
const mailTab = () => withWords(() => import('./reading/MailTab.tsx'))

/** The list of a folder. What it does by itself, it does while it is active. */
const list = (path: string, of: FolderOf): RemoteRoute => {
  const view = folderView(of)
  return { path, load: here(view), loaded: () => view, ask: askForFolder(of), staysDrawn: true }
}

/** Does something with a folder that is still there. */
const ofFolder =
  (act: 'markAllSeen' | 'emptyFolder') =>
  async ({ folderId }: { folderId: number }): Promise<void> => {
    const triage = await fetchTriage()
    const folder = folders.tree().byId(folderId)
    if (folder) await triage[act](folder)
  }

/** Mail: the home page, lists, reading, search. */
export default defineRemote({
  contract: { name: 'remote-mail', major: 1 },
  routes: [
    { path: 'dashboard', load: () => import('./dashboard/Dashboard.tsx') },
    list('inbox', 'inbox'),
    list('outbox', 'sent'),
    list('draftbox', 'drafts'),
    list('recyclebin', 'trash'),
    list('spam', 'spam'),
    list('custombox/:folderId', null),
    list('otherfolders/other2/:folderId', null),
    { path: 'otherfolders2/other2/:labelId', load: across('LabelBox') },
    { path: 'favorite', load: across('Favorite') },
    { path: 'noread', load: across('NoRead') },
    { path: 'readed', load: across('Readed') },
    { path: 'inboxct', load: across('Correspondence') },
    { path: 'search', load: results.load, loaded: () => results.here()?.default, ask: askForResults },
    { path: 'mailmig', load: () => import('./migration/MigrationPage.tsx') },
    { path: 'print/:boxId/:id', load: () => withWords(() => import('./print/PrintRoute.tsx')) },
    { path: 'reply/:boxId/:id', load: mailTab },
    { path: 'reply/:boxId/:id/:index', load: mailTab },
    { path: 'approval', load: approval('Desk') },
    { path: 'followup', load: followUp('FollowUpList') },
    { path: 'deleted', load: () => import('./deleted/DeletedPage.tsx') },
    { path: 'subscriptions', load: () => import('./subscriptions/SubscriptionsPage.tsx') },
    { path: 'message/:messageId', load: () => import('./message-link/MessageLink.tsx') },
    { path: 'pending', load: approval('Applications') },
    { path: 'appreply/link/:token', load: approval('LinkTab') },
    { path: 'appreply/:boxId/:id/:createTime/:state/:recordState', load: approval('RecordTab') },
  ],
  slots: {
    'topbar.search': here(QuickSearch),
    'letter.check': approval('ApprovalCheck'),
    'frame.bar': followUp('DueBar'),
    'sidebar.section': () => import('./search/SavedSection.tsx'),
    'mail.card': () => import('./reading/OwnCards.tsx'),
    'mail.tool': () => import('./reading/OwnTools.tsx'),
  },
  intents: {
    async 'mail.open'({ mailId, mailboxId }) {
      go(`/reply/${mailboxId}/${mailId}`)
    },
    async 'mail.move'({ mailIds, targetMailboxId }) {
      const target = folders.tree().byId(targetMailboxId)
      if (!target) return
      noteMove(targetMailboxId)
      moveTo(mailIds, target)
    },
    'answers.save': async () => (await fetchParts()).saveAnswers(),
    'folder.markRead': ofFolder('markAllSeen'),
    'folder.empty': ofFolder('emptyFolder'),
  },
  i18n: {
    ns: 'remote-mail',
    load: loadWords,
  },
  activate: startMailbox,
})
