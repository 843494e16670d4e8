import { intents, type MailDrag, mailDrag } from '@yanshu/shell-api'
import { isSelected, type MailListHandle, NOTHING, type Selection, withSelected } from '@yanshu/ui'
import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef } from 'react'
import { collectOrTell, remove, star, tellOnlyOne } from '../actions/commands.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import type { MailWindow } from '../mailbox/mailKind.ts'
import { isSelecting, knownRow } from './knownRows.ts'
import { type Hit, type MailAction, targetsOf } from './targetsOf.ts'
import type { OpenMail } from './useOpenMail.ts'
import { prefetchMail } from './warmReading.ts'
import { whenIdle } from './whenIdle.ts'

interface CommandsOptions {
  readonly query: ListQuery
  readonly list: MailWindow
  readonly handle: RefObject<MailListHandle | null>
  readonly opened: OpenMail
  /** The view is in front. */
  readonly active: boolean
  /** List and mail stand side by side. */
  readonly beside: boolean
  readonly selection: Selection
  readonly setSelection: Dispatch<SetStateAction<Selection>>
}

/** What can be done in a list, by whatever means: pointer, keys, menus. */
export interface ListCommands {
  open(id: number): void
  /** Opens or points at the mail `by` rows further; the first one in sight when there was no cursor to be seen. */
  step(by: 1 | -1): void
  /** The same, when there is such a mail beside the open one. */
  neighbour(by: 1 | -1): (() => void) | undefined
  /** Where the open mail stands, else the cursor that is seen; -1 where there is neither. */
  here(): number
  /** The mails that an action hits, see `targetsOf`. */
  hit(action: MailAction): Hit
  /** Does something with them. Where a whole list is selected, its mails are asked for first. */
  withTargets(action: MailAction, work: (ids: readonly number[]) => unknown): Promise<void>
  /** Begins to drag a mail from a place in the window, with the others when it is among the selected ones. */
  drag(id: number, point: MailDrag['point']): void
  /** Selects or deselects the open mail, or the one at the cursor. */
  toggleHere(): void
  /** After the open mail left: the one that takes its place, or the list. */
  leave(id: number): void
  removeTargets(): Promise<void>
  answer(kind: 'reply' | 'replyAll' | 'forward'): void
  // The same functions from render to render, so that rows are not drawn again.
  readonly onToggle: (mailId: number, range: boolean) => void
  readonly onStar: (mailId: number) => void
  readonly onRemove: (mailId: number) => void
}

const toggleStar = (mailId: number): void => star([mailId], knownRow(mailId)?.color ? 0 : 1)

/** The mails beside the open one are fetched after this time at the latest. */
const NEIGHBOURS_WITHIN_MS = 200

export function useListCommands(options: CommandsOptions): ListCommands {
  const { query, list, handle, opened, active, beside, selection, setSelection } = options
  const { openId, lastOpen, show } = opened
  const lastAsked = useRef<number>(undefined)
  const collecting = useRef(false)

  const open = (id: number) => {
    const row = knownRow(id)
    if (row && mailbox().roleOf(row.mailboxId) === 'drafts') {
      void intents.send('compose.open', { kind: 'draft', mailId: id }).catch(() => undefined)
      return
    }
    const here = prefetchMail(id)
    show(id)
    lastAsked.current = id
    void here.then(() => whenIdle(() => lastAsked.current === id && prefetchNeighbours(id), NEIGHBOURS_WITHIN_MS))
  }
  /** Their answers come when the mail between them is here and drawn. */
  const prefetchNeighbours = (id: number) => {
    const at = list.indexOf(id)
    for (const neighbour of [at + 1, at - 1]) {
      const next = list.idAt(neighbour)
      if (next !== undefined) void prefetchMail(next)
    }
  }
  const here = () => (openId !== null && list.has(openId) ? list.indexOf(openId) : (handle.current?.cursor() ?? -1))
  const step = (by: 1 | -1) => {
    const from = here()
    const to = Math.max(0, Math.min(list.length - 1, from < 0 ? (handle.current?.firstInSight() ?? 0) : from + by))
    handle.current?.setActive(to)
    const id = list.idAt(to)
    if (openId !== null && id !== undefined) open(id)
  }
  const neighbour = (by: 1 | -1) => {
    const at = openId === null ? -1 : list.indexOf(openId)
    return at < 0 || list.idAt(at + by) === undefined ? undefined : () => step(by)
  }
  /** The mail that takes the place of one that leaves, alone or with others. */
  const heirOf = useCallback(
    (id: number, leaving: ReadonlySet<number> = new Set([id])) => {
      const at = list.indexOf(id)
      const staying = (by: 1 | -1): number | undefined => {
        for (let index = at + by; ; index += by) {
          const next = list.idAt(index)
          if (next === undefined || !leaving.has(next)) return next
        }
      }
      return at < 0 ? undefined : (staying(1) ?? staying(-1))
    },
    [list],
  )
  const hit = (action: MailAction): Hit => {
    const selecting = isSelecting(selection)
    return targetsOf(action, {
      ticked: !selecting ? null : selection.kind === 'all' ? 'all' : [...selection.keys].map(Number),
      open: openId === null ? null : { id: openId, inList: list.has(openId) },
      // Only where the ring is shown: a key must not act on a mail that is not marked on the screen.
      ring: list.idAt(handle.current?.cursor() ?? -1) ?? null,
    })
  }
  const collectAll = async (except: ReadonlySet<string>): Promise<number[] | null> => {
    if (collecting.current) return null
    collecting.current = true
    const ids = await collectOrTell(query, except)
    collecting.current = false
    return ids
  }
  const withTargets = async (action: MailAction, work: (ids: readonly number[]) => unknown) => {
    const aim = hit(action)
    if (aim.kind === 'several') tellOnlyOne()
    else if (aim.kind === 'mails') await work(aim.ids)
    else if (aim.kind === 'list' && selection.kind === 'all') {
      const ids = await collectAll(selection.except)
      if (ids) await work(ids)
    }
  }
  /** Goes on after a mail that was open; `next` was looked up while it still stood between others. */
  const goOn = useCallback(
    (next: number | undefined) => {
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
    return mailbox().leaving.follow((leaving) => {
      const id = lastOpen.current
      if (id === null || !leaving.has(id) || !list.has(id)) return undefined
      const next = heirOf(id, leaving)
      // A list of a label or of a search keeps what was only moved: it is marked and open as before.
      return () => {
        if (!list.has(id)) goOn(next)
      }
    })
  }, [active, list, heirOf, goOn, lastOpen])

  return {
    open,
    step,
    neighbour,
    here,
    hit,
    toggleHere() {
      const id = list.idAt(here())
      if (id === undefined) return
      setSelection((now) => withSelected(now, [String(id)], !isSelected(now, String(id))))
    },
    leave(id) {
      // Where it has left already, the list has gone on.
      if (openId === id && list.has(id)) goOn(heirOf(id))
    },
    withTargets,
    drag(id, point) {
      const begin = (mailIds: readonly number[]) => {
        const from = new Set(mailIds.map((one) => knownRow(one)?.mailboxId))
        const [mailboxId = null] = from.size === 1 ? from : []
        mailDrag.begin({ mailIds, mailboxId, point })
      }
      if (!isSelecting(selection) || !isSelected(selection, String(id))) {
        begin([id])
        return
      }
      if (selection.kind === 'some') {
        begin([...selection.keys].map(Number))
        return
      }
      // The mails of a whole list come when the button may have been let go already.
      const letGo = new AbortController()
      addEventListener('pointerup', () => letGo.abort(), { once: true, signal: letGo.signal })
      void collectAll(selection.except).then((ids) => {
        if (!ids || letGo.signal.aborted) return
        letGo.abort()
        begin(ids)
      })
    },
    removeTargets: () =>
      withTargets('delete', async (ids) => {
        if (await remove(ids)) setSelection(NOTHING)
      }),
    answer: (kind) =>
      void withTargets(kind, ([mailId]) => {
        if (mailId !== undefined) void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
      }),
    onToggle: useCallback((mailId, range) => handle.current?.toggle(String(mailId), range), [handle]),
    onStar: toggleStar,
    onRemove: useCallback((mailId) => void remove([mailId]), []),
  }
}
