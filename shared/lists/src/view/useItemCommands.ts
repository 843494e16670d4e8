import { isSelected, type MailListHandle, type Selection, withSelected } from '@yanshu/ui'
import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { type Hit, targetsOf } from '../actions/targetsOf.ts'
import type { Collection } from '../collection.ts'
import type { ItemId, ItemRow } from '../itemKind.ts'
import type { ListWindow } from '../window/listWindow.ts'
import { isSelecting } from './useListSelection.ts'

/** Which item of a list is open. */
export interface OpenItem<Id> {
  readonly openId: Id | null
  /** The same for what runs later than it was made. */
  readonly openNow: () => Id | null
  /** Opens an item, or goes back to the list. */
  readonly show: (id: Id | null) => void
}

export interface ItemCommandsOptions<Row extends ItemRow, Id extends ItemId, Query> {
  readonly collection: Pick<Collection<Row, Id, Query>, 'kind' | 'leaving'>
  readonly list: ListWindow<Row, Id, Query>
  readonly handle: RefObject<MailListHandle | null>
  readonly opened: OpenItem<Id>
  /** The view is in front. */
  readonly active: boolean
  /** The list and the open item stand side by side. */
  readonly beside: boolean
  readonly selection: Selection
  readonly onSelection: Dispatch<SetStateAction<Selection>>
  /** Opens an item, with what the kind does besides {@link OpenItem.show}. */
  readonly open: (id: Id) => void
  /** Whether an item does not open beside the list: it is not what follows on one that leaves. */
  readonly opensElsewhere?: ((id: Id) => boolean) | undefined
  /** Asks for all items of the list but these; null, after a word about it, where that fails. */
  readonly collect: (except: ReadonlySet<string>) => Promise<readonly Id[] | null>
  /** Shows that an action is for one item where several are ticked. */
  readonly warnOnlyOne: () => void
}

/** What can be done in a list of any kind, by whatever means: pointer, keys, menus. */
export interface ItemCommands<Id> {
  /** Opens or points at the item `by` rows further; the first one in sight when there was no cursor to be seen. */
  step(by: 1 | -1): void
  /** The same, when there is such an item beside the open one. */
  neighbour(by: 1 | -1): (() => void) | undefined
  /** The items that an action hits, see `targetsOf`. */
  hit(forOne: boolean): Hit<Id>
  /** Does something with them. Where a whole list is selected, its items are asked for first. */
  withTargets(forOne: boolean, work: (ids: readonly Id[]) => unknown): Promise<void>
  /** The ids of a selection; null where they could not be had, or are being asked for already. */
  idsOf(selection: Selection): Promise<readonly Id[] | null>
  /** Selects or deselects the open item, or the one at the cursor. */
  toggleHere(): void
  /** After the open item left: shows its successor, or the list. */
  leave(id: Id): void
}

/** The commands of a list. Where items leave, by whatever means, the next one is open and ringed. */
export function useItemCommands<Row extends ItemRow, Id extends ItemId, Query>(
  options: ItemCommandsOptions<Row, Id, Query>,
): ItemCommands<Id> {
  const { collection, list, handle, opened, active, beside, selection, onSelection, open, opensElsewhere } = options
  const { kind, leaving } = collection
  const { openId, openNow, show } = opened
  const collecting = useRef(false)

  /** Where the open item stands, else the cursor that is seen; -1 where there is neither. */
  const here = () => (openId !== null && list.has(openId) ? list.indexOf(openId) : (handle.current?.cursor() ?? -1))

  const step = (by: 1 | -1) => {
    const from = here()
    const to = Math.max(0, Math.min(list.length - 1, from < 0 ? (handle.current?.firstInSight() ?? 0) : from + by))
    handle.current?.setActive(to)
    const id = list.idAt(to)
    if (openId !== null && id !== undefined) open(id)
  }

  /** The item to show after one that leaves, alone or with others. */
  const successorOf = useCallback(
    (id: Id, gone: ReadonlySet<Id> = new Set([id])) => {
      const at = list.indexOf(id)
      const staying = (by: 1 | -1): Id | undefined => {
        for (let index = at + by; ; index += by) {
          const next = list.idAt(index)
          if (next === undefined || !(gone.has(next) || opensElsewhere?.(next))) return next
        }
      }
      return at < 0 ? undefined : (staying(1) ?? staying(-1))
    },
    [list, opensElsewhere],
  )

  const hit = (forOne: boolean): Hit<Id> =>
    targetsOf(forOne, {
      ticked: !isSelecting(selection) ? null : selection.kind === 'all' ? 'all' : [...selection.keys].map(kind.idOfKey),
      open: openId === null ? null : { id: openId, inList: list.has(openId) },
      // Only where the ring is shown: a key must not act on an item that is not marked on the screen.
      ring: list.idAt(handle.current?.cursor() ?? -1) ?? null,
    })

  const idsOf = async (of: Selection): Promise<readonly Id[] | null> => {
    if (of.kind === 'some') return [...of.keys].map(kind.idOfKey)
    if (collecting.current) return null
    collecting.current = true
    try {
      return await options.collect(of.except)
    } finally {
      collecting.current = false
    }
  }

  /** Goes on after an item that was open; `next` was found while it still stood between others. */
  const goOn = useCallback(
    (next: Id | undefined) => {
      show(beside ? (next ?? null) : null)
      // The ring goes where the eye is led.
      if (beside && next !== undefined && handle.current?.cursor() !== undefined) {
        handle.current.setActive(list.indexOf(next))
      }
    },
    [beside, show, handle, list],
  )

  useEffect(() => {
    if (!active) return
    return leaving.follow((gone) => {
      const id = openNow()
      if (id === null || !gone.has(id) || !list.has(id)) return undefined
      const next = successorOf(id, gone)
      // A list that keeps what was only moved (of a label, of a search) keeps it open and marked as before.
      return () => {
        if (!list.has(id)) goOn(next)
      }
    })
  }, [active, leaving, list, successorOf, goOn, openNow])

  return {
    step,
    neighbour(by) {
      const at = openId === null ? -1 : list.indexOf(openId)
      return at < 0 || list.idAt(at + by) === undefined ? undefined : () => step(by)
    },
    hit,
    async withTargets(forOne, work) {
      const aim = hit(forOne)
      if (aim.kind === 'several') options.warnOnlyOne()
      else if (aim.kind === 'items') await work(aim.ids)
      else if (aim.kind === 'list') {
        const ids = await idsOf(selection)
        if (ids) await work(ids)
      }
    },
    idsOf,
    toggleHere() {
      const id = list.idAt(here())
      if (id === undefined) return
      onSelection((now) => withSelected(now, [String(id)], !isSelected(now, String(id))))
    },
    leave(id) {
      // Where it has left already, the list has gone on.
      if (openId === id && list.has(id)) goOn(successorOf(id))
    },
  }
}
