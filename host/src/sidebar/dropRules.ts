import type { FolderRole } from '@yanshu/contracts'

/** A place of the sidebar as the rules of moving see it. */
export type SidebarPlace =
  | { readonly kind: 'folder'; readonly folderId: number; readonly role: FolderRole }
  | { readonly kind: 'label'; readonly labelId: number }
  | { readonly kind: 'page' }

export type MoveVerdict = 'allow' | 'same-folder' | 'refused'

/**
 * Whether mails may be dropped on a place of the sidebar (§4, Drag move): on folders but the drafts, and on no label and no
 * page. `from` is null when
 * they come from several folders.
 */
export function verdictOnMove(from: number | null, target: SidebarPlace): MoveVerdict {
  if (target.kind !== 'folder' || target.role === 'drafts') return 'refused'
  return target.folderId === from ? 'same-folder' : 'allow'
}
