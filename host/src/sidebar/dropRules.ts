/** A place of the sidebar as the rules of moving see it. */
export type SidebarPlace =
  | { readonly kind: 'folder'; readonly folderId: number; readonly route: string }
  | { readonly kind: 'label'; readonly labelId: number }
  | { readonly kind: 'page'; readonly route: string }

export type MoveVerdict = 'allow' | 'same-folder' | 'refused'

/** Places over which a drop is refused (§4, Drag move), by the first part of their route. */
const REFUSES_DROPS: ReadonlySet<string> = new Set([
  'draftbox',
  'set',
  'documentcenter',
  'mailmig',
  'guidang',
  'favorite',
  'wangguan',
  'approval',
  'pending',
])

/** Whether mails may be dropped on a place of the sidebar. `from` is null when they come from several folders. */
export function verdictOnMove(from: number | null, target: SidebarPlace): MoveVerdict {
  if (target.kind !== 'folder' || REFUSES_DROPS.has(target.route)) return 'refused'
  return target.folderId === from ? 'same-folder' : 'allow'
}
