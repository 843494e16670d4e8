/** What of a list is marked for the eye. */
export interface Marked {
  /** The ticked mails; `all` where a whole list is ticked, null where none is. */
  readonly ticked: readonly number[] | 'all' | null
  /** The mail that is open. `inList`: its row is in the list; a mail that was moved elsewhere may still be open. */
  readonly open: { readonly id: number; readonly inList: boolean } | null
  /** The mail at the ring of the keyboard, where one is seen. */
  readonly ring: number | null
}

export type Hit =
  | { readonly kind: 'mails'; readonly ids: readonly number[] }
  /** Every mail of the list, which are still to be asked for. */
  | { readonly kind: 'list' }
  /** The action is for one mail, and several are ticked: nothing is hit, and that is said. */
  | { readonly kind: 'several' }
  | { readonly kind: 'none' }

/** What the keys of a list do. */
export const KEY_ACTIONS = {
  s: 'star',
  '#': 'delete',
  Delete: 'delete',
  'Shift+I': 'seen',
  'Shift+U': 'unseen',
  v: 'move',
  l: 'label',
  r: 'reply',
  a: 'replyAll',
  f: 'forward',
  o: 'open',
} as const
export type MailAction = (typeof KEY_ACTIONS)[keyof typeof KEY_ACTIONS]

/** Actions that are done to one mail. */
const OF_ONE: ReadonlySet<MailAction> = new Set(['reply', 'replyAll', 'forward', 'open'])

/**
 * The mails that an action hits, for every key and every bar of a list: the ticked ones; where none is ticked, the open
 * one; where none is open, the one at the ring. An open mail that has left the list is not what the list marks: the ring
 * is. An action that is done to one mail hits none of several, so that nothing is picked for the person.
 */
export function targetsOf(action: MailAction, { ticked, open, ring }: Marked): Hit {
  const one = OF_ONE.has(action)
  if (ticked === 'all') return { kind: one ? 'several' : 'list' }
  if (ticked && ticked.length > 0) {
    return one && ticked.length > 1 ? { kind: 'several' } : { kind: 'mails', ids: ticked }
  }
  const id = open && (open.inList || ring === null) ? open.id : ring
  return id === null ? { kind: 'none' } : { kind: 'mails', ids: [id] }
}
