import type { FolderRole, RemoteRoute } from '@yanshu/contracts'
import { folders, settings } from '@yanshu/shell-api'
import { mailbox } from '../mailbox/mailbox.ts'
import { hasConditions, searchOf, termsOfSearch } from '../search/searchParams.ts'

/** A folder by its role, or with `null` the custom folder that the route names. */
export type FolderOf = Exclude<FolderRole, 'custom'> | null

type Ask = NonNullable<RemoteRoute['ask']>

/** Does something once folders are known; at once when they are, and then answers what it answers. */
function whenFolders<T>(act: () => T): T | undefined {
  if (folders.tree().lists) return act()
  const stop = folders.subscribe(() => {
    if (!folders.tree().lists) return
    stop()
    act()
  })
  return
}

/** Asks for the first mails of the folder of a role, or with `null` of the one that the route names. */
export const askForFolder =
  (of: FolderOf): Ask =>
  ({ params, query }) => {
    const unread = query.get('show') === 'unread' ? 'unread' : 'any'
    if (of && !folders.tree().lists) mailbox().askEarly(of, unread)
    return whenFolders(() => {
      const tree = folders.tree()
      const folder = of ? tree.byRole(of) : tree.byId(Number(params.folderId))
      // What is closed by a password would be refused; a list of conversations asks for itself.
      if (!folder || folder.opened === false || settings.current().general.conversations) return
      return mailbox().lists.ask({ kind: 'folder', folderId: folder.folderId, unread })
    })
  }

/** Asks for the first results of a search. */
export const askForResults: Ask = ({ query }) => {
  const form = searchOf(query)
  return hasConditions(form) && !form.order
    ? mailbox().lists.ask({ kind: 'search', search: termsOfSearch(form) })
    : undefined
}
