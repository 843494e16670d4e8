import { defineRemote, type RemoteRoute } from '@yanshu/contracts'
import { folders, go } from '@yanshu/shell-api'
import { moveTo } from './actions/commands.ts'
import { startMailbox } from './mailbox/mailbox.ts'
import { loadWords } from './messages/words.ts'
import { noteMove } from './move-picker/recentMoves.ts'
import { fetchParts } from './on-demand/onDemand.ts'
import { askForFolder, askForResults, type FolderOf } from './places/askForList.ts'
import {
  loadAcross,
  loadApproval,
  loadDashboard,
  loadDeleted,
  loadFollowUp,
  loadMailTab,
  loadMessageLink,
  loadMigrations,
  loadOwnCards,
  loadOwnTools,
  loadPrint,
  loadSaved,
  loadSearch,
  loadSubscriptions,
  searchView,
} from './places/elsewhere.ts'
import { folderView } from './places/FolderView.tsx'
import QuickSearch from './search/QuickSearch.tsx'
import { fetchTriage } from './triage/fetchTriage.ts'

// One script for everything that is needed until a list is usable: more of them would only be more requests.
const here =
  <T>(part: T) =>
  async () => ({ default: part })

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
    { path: 'dashboard', load: loadDashboard },
    list('inbox', 'inbox'),
    list('outbox', 'sent'),
    list('draftbox', 'drafts'),
    list('recyclebin', 'trash'),
    list('spam', 'spam'),
    list('custombox/:folderId', null),
    list('otherfolders/other2/:folderId', null),
    { path: 'otherfolders2/other2/:labelId', load: loadAcross('LabelBox') },
    { path: 'favorite', load: loadAcross('Favorite') },
    { path: 'noread', load: loadAcross('NoRead') },
    { path: 'readed', load: loadAcross('Readed') },
    { path: 'inboxct', load: loadAcross('Correspondence') },
    { path: 'search', load: loadSearch, loaded: searchView, ask: askForResults },
    { path: 'mailmig', load: loadMigrations },
    { path: 'print/:boxId/:id', load: loadPrint },
    { path: 'reply/:boxId/:id', load: loadMailTab },
    { path: 'reply/:boxId/:id/:index', load: loadMailTab },
    { path: 'approval', load: loadApproval('Desk') },
    { path: 'followup', load: loadFollowUp('FollowUpList') },
    { path: 'deleted', load: loadDeleted },
    { path: 'subscriptions', load: loadSubscriptions },
    { path: 'message/:messageId', load: loadMessageLink },
    { path: 'pending', load: loadApproval('Applications') },
    { path: 'appreply/link/:token', load: loadApproval('LinkTab') },
    { path: 'appreply/:boxId/:id/:createTime/:state/:recordState', load: loadApproval('RecordTab') },
  ],
  slots: {
    'topbar.search': here(QuickSearch),
    'letter.check': loadApproval('ApprovalCheck'),
    'frame.bar': loadFollowUp('DueBar'),
    'sidebar.section': loadSaved,
    'mail.card': loadOwnCards,
    'mail.tool': loadOwnTools,
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
