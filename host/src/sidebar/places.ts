import { type Folder, type FolderLists, type FolderNode, type FolderRole, folderTree } from '@yanshu/contracts'
import type { IconDrawing, IconName, TreeNode } from '@yanshu/ui'
import type { NavItem, SidebarNav } from '../layout/useNav.ts'
import { folderPath } from '../navigation/folderPaths.ts'
import type { SidebarPlace } from './dropRules.ts'

/** A line of the sidebar: where it leads, and what it is for the rules of moving. */
export interface Place {
  readonly id: string
  /** '' while it is not known. */
  readonly path: string
  readonly place: SidebarPlace
}

type SystemRole = Exclude<FolderRole, 'custom'>

const ICON_OF: Readonly<Record<SystemRole, IconName>> = {
  inbox: 'inbox',
  sent: 'sent',
  drafts: 'draft',
  trash: 'trash',
  spam: 'spam',
}

/** The order in which people expect the system folders, whatever order the server has. */
const ORDER: readonly SystemRole[] = ['inbox', 'drafts', 'sent', 'spam', 'trash']

type Say = (key: string, values?: Record<string, string | number>) => string

export interface SidebarContent {
  readonly nodes: readonly TreeNode[]
  readonly places: ReadonlyMap<string, Place>
  /** What can be folded, beside the groups: the folders that others lie in. */
  readonly branches: readonly string[]
}

export const FOLDERS_GROUP = 'group:folders'
export const LABELS_GROUP = 'group:labels'
export const MORE_GROUP = 'group:more'

/** An open padlock: the password of the folder has been entered in this session. */
export const UNLOCKED: IconDrawing =
  'M5.2 9h9.6A1.2 1.2 0 0 1 16 10.2v5.6a1.2 1.2 0 0 1-1.2 1.2H5.2A1.2 1.2 0 0 1 4 15.8v-5.6A1.2 1.2 0 0 1 5.2 9zM6.8 9V6.2a3.2 3.2 0 0 1 5.8-1.9M10 12v2'

/** Every session sees which folders have a password, and whether it has entered it. */
function iconOf({ opened, pwd, role }: Folder) {
  if (opened === false) return 'lock'
  if (pwd) return UNLOCKED
  return role === 'custom' ? 'folder' : ICON_OF[role]
}

const unreadIn = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, { count = 0, children = [] }) => sum + count + unreadIn(children), 0)

/**
 * What the sidebar shows: system folders and, below the inbox, the views that remotes offer there; own folders that
 * neither are hidden nor lie in a hidden one; labels that are enabled; then what else remotes offer, and folded the views
 * that are filters of a list first. Drafts show how many there are, views of remotes how many wait there, every other place
 * how many are unread (§2, Layout); a folder that is folded also counts those in it.
 */
export function sidebarContent(
  lists: FolderLists,
  nameOf: (folder: Folder) => string,
  nav: SidebarNav,
  say: Say,
  folded: ReadonlySet<string> = new Set(),
): SidebarContent {
  const branches: string[] = []
  const places = new Map<string, Place>()
  const put = (id: string, path: string, place: SidebarPlace) => {
    places.set(id, { id, path, place })
    return id
  }
  const folderNode = (folder: Folder): TreeNode => {
    const { folderId, role } = folder
    const drafts = role === 'drafts'
    return {
      id: put(`folder:${folderId}`, folderPath(nav.folders, role, folderId), { kind: 'folder', folderId, role }),
      label: nameOf(folder),
      icon: iconOf(folder),
      count: drafts ? folder.mail : folder.role === 'sent' || folder.role === 'trash' ? 0 : folder.unread,
      ...(drafts ? { countLabel: say('sidebar.draftCount', { count: folder.mail }) } : {}),
    }
  }
  const page = ({ path, label, icon, count }: NavItem): TreeNode => ({
    id: put(`page:${path.slice(1)}`, path, { kind: 'page' }),
    label,
    icon,
    count,
    countLabel: say('sidebar.waiting', { count }),
  })
  const system = ORDER.flatMap((role) => lists.folderList.filter((folder) => folder.role === role)).map(folderNode)
  const branchNode = ({ folder, children }: FolderNode<Folder>): TreeNode => {
    const node = folderNode(folder)
    const inside = shownNodes(children)
    if (inside.length === 0) return node
    branches.push(node.id)
    return folded.has(node.id)
      ? { ...node, children: inside, count: unreadIn([node, ...inside]) }
      : { ...node, children: inside }
  }
  const shownNodes = (nodes: readonly FolderNode<Folder>[]): TreeNode[] =>
    nodes.filter(({ folder }) => folder.state === 0).map(branchNode)
  const own = [...shownNodes(folderTree(lists.customList)), ...lists.folderOutList.map(folderNode)]
  const labels = lists.labelList
    .filter((label) => label.state === 0)
    .map(
      (label): TreeNode => ({
        id: put(`label:${label.labelId}`, folderPath(nav.folders, 'label', label.labelId), {
          kind: 'label',
          labelId: label.labelId,
        }),
        label: label.labelName,
        color: label.color + 1,
        count: label.unread,
      }),
    )
  return {
    places,
    branches,
    nodes: [
      ...system.slice(0, 1),
      ...nav.top.map(page),
      ...system.slice(1),
      { id: FOLDERS_GROUP, label: say('sidebar.folders'), group: true, children: own },
      { id: LABELS_GROUP, label: say('sidebar.labels'), group: true, children: labels },
      ...nav.further.map(page),
      {
        id: MORE_GROUP,
        label: say('sidebar.more'),
        group: true,
        children: nav.more.map(page),
      },
    ],
  }
}
