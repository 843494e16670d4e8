/** What of a list is marked for the eye. */
export interface Marked<Id> {
  /** The ticked items; `all` where a whole list is ticked, null where none is. */
  readonly ticked: readonly Id[] | 'all' | null
  /** The item that is open. `inList`: its row is in the list; an item that was moved elsewhere may still be open. */
  readonly open: { readonly id: Id; readonly inList: boolean } | null
  /** The item at the ring of the keyboard, where one is seen. */
  readonly ring: Id | null
}

export type Hit<Id> =
  | { readonly kind: 'items'; readonly ids: readonly Id[] }
  /** Every item of the list, which are still to be asked for. */
  | { readonly kind: 'list' }
  /** The action is for one item, and several are ticked: nothing is hit, and a message reports it. */
  | { readonly kind: 'several' }
  | { readonly kind: 'none' }

/**
 * The items that an action hits, for every key and every bar of a list: the ticked ones; where none is ticked, the open
 * one; where none is open, the one at the ring. An open item that has left the list is not what the list marks: the ring
 * is. An action that is done to one item hits none of several, so that nothing is picked for the person.
 */
export function targetsOf<Id>(forOne: boolean, { ticked, open, ring }: Marked<Id>): Hit<Id> {
  if (ticked === 'all') return { kind: forOne ? 'several' : 'list' }
  if (ticked && ticked.length > 0) {
    return forOne && ticked.length > 1 ? { kind: 'several' } : { kind: 'items', ids: ticked }
  }
  const id = open && (open.inList || ring === null) ? open.id : ring
  return id === null ? { kind: 'none' } : { kind: 'items', ids: [id] }
}
