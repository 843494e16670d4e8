import { type Folder, MAX_LIST_ROWS } from '@yanshu/contracts'
import { folders, http, t } from '@yanshu/shell-api'
import { confirm, notify, undoable } from '@yanshu/ui'
import { collectIds, run } from '../actions/commands.ts'
import { recoverPlan, seenPlan } from '../actions/plans.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { allSeenPlan, emptyPlan } from './folderPlans.ts'
import { sayTriage } from './words.ts'

const say = (key: string, values?: Record<string, string | number>) => t('remote-mail', key, values)

/** Marks a whole folder as read. It can be undone for up to one page of unread mails. */
export function markAllSeen(folder: Folder): void {
  const { folderId, unread } = folder
  if (unread === 0) {
    notify.info(sayTriage('folder.nothingUnread'))
    return
  }
  const { calls } = mailbox()
  const done = say('done.seen', { count: unread })
  if (unread > MAX_LIST_ROWS) {
    void run(allSeenPlan(calls, folder)).then((agreed) => agreed && notify.success(done))
    return
  }
  let marked: readonly number[] = []
  const listUnread = async () => {
    marked = await collectIds({ kind: 'folder', folderId, unread: 'unread' }, new Set())
    return marked
  }
  const agreed = run(allSeenPlan(calls, folder, listUnread))
  undoable(done, () => {
    void agreed.then((yes) => yes && run(seenPlan(calls, marked, false)))
  })
}

/** Empties a folder after a question. */
export async function emptyFolder(folder: Folder): Promise<void> {
  const tree = folders.tree()
  const final = folder.role === 'trash' || folder.role === 'spam'
  const trash = tree.byRole('trash')
  const name = tree.nameOf(folder)
  if (folder.mail === 0) {
    notify.info(sayTriage('folder.alreadyEmpty'))
    return
  }
  const sure = await confirm({
    title: sayTriage('folder.emptyTitle', { name, count: folder.mail }),
    text: final ? say('confirm.deleteText') : sayTriage('folder.emptyText'),
    yes: sayTriage('folder.empty'),
    danger: true,
  })
  if (!sure) return
  const { lists, calls } = mailbox()
  const show = lists.hide((query) => 'folderId' in query && query.folderId === folder.folderId)
  // A full recycle bin takes the server a while, and the list shows nothing from now on.
  notify.info(sayTriage('folder.emptying', { name }))
  let binned: readonly number[] = []
  const empty = emptyPlan(calls, folder, final ? null : (trash?.folderId ?? null), (mailIds) => {
    binned = mailIds
  })
  const done = await run(empty)
  show()
  lists.revalidate()
  if (!done) return
  const text = sayTriage('folder.emptied', { name })
  if (binned.length === 0) notify.success(text)
  else undoable(text, () => void run(recoverPlan(calls, binned, () => folder.folderId)))
}

/** Moves the read mails of a folder to the recycle bin. */
export async function binRead(folder: Folder): Promise<void> {
  const sure = await confirm({
    title: sayTriage('folder.binReadTitle', { name: folders.tree().nameOf(folder) }),
    text: sayTriage('folder.emptyText'),
    yes: sayTriage('folder.binRead'),
    danger: true,
  })
  if (!sure) return
  try {
    const { count } = await http.post('mail/email/readedDelete', { mailboxId: folder.folderId }, { loading: true })
    notify.success(say('done.binned', { count }))
    mailbox().lists.revalidate()
    await folders.refresh()
  } catch {
    // `http` has shown why.
  }
}
