import { intents, type MailDrag, mailDrag } from '@yanshu/shell-api'
import { type Anchor, isSelected, type MailListHandle, NOTHING, type Selection, withSelected } from '@yanshu/ui'
import { type Dispatch, type RefObject, type SetStateAction, useCallback, useRef } from 'react'
import { collectOrTell, remove, star } from '../actions/commands.ts'
import type { ListQuery } from '../list-window/listQuery.ts'
import type { ListWindow } from '../list-window/listWindow.ts'
import type { MailRow } from '../mail-cache/mailCache.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import type { OpenMail } from './useOpenMail.ts'
import { prefetchMail } from './warmReading.ts'
import { whenIdle } from './whenIdle.ts'

interface CommandsOptions {
  readonly query: ListQuery
  readonly list: ListWindow
  readonly handle: RefObject<MailListHandle | null>
  readonly opened: OpenMail
  /** List and mail stand side by side. */
  readonly beside: boolean
  readonly selection: Selection
  readonly setSelection: Dispatch<SetStateAction<Selection>>
}

/** Whether anything is selected. */
export const isSelecting = (selection: Selection): boolean =>
  selection !== NOTHING && (selection.kind === 'all' || selection.keys.size > 0)

/** A row as it is known now. */
export const knownRow = (id: number | undefined): MailRow | undefined =>
  id === undefined ? undefined : mailbox().cache.row(id)

/** The row of a mail that one sees: a covered tab may hold the same mail. */
export const rowElement = (id: number | undefined): Anchor =>
  [...document.querySelectorAll(`[data-mail="${id}"]`)].find((row) => row.checkVisibility()) ?? {
    x: window.innerWidth / 2,
    y: window.innerHeight / 4,
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
  /** The mails a key acts on: selected, open, or at the cursor that is seen. */
  targets(): readonly number[]
  /** Does something with them. Where a whole list is selected, its mails are asked for first. */
  withTargets(work: (ids: readonly number[]) => unknown): Promise<void>
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
  const { query, list, handle, opened, beside, selection, setSelection } = options
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
  const targets = (): readonly number[] => {
    if (isSelecting(selection) && selection.kind === 'some') return [...selection.keys].map(Number)
    if (openId !== null) return [openId]
    // A key must not act on a mail that nobody sees pointed at.
    const id = list.idAt(here())
    return id === undefined ? [] : [id]
  }
  const withTargets = async (work: (ids: readonly number[]) => unknown) => {
    if (selection.kind === 'some') {
      await work(targets())
      return
    }
    if (collecting.current) return
    collecting.current = true
    const ids = await collectOrTell(query, selection.except)
    collecting.current = false
    if (ids) await work(ids)
  }
  /** Goes on after a mail that was open; `heir` was looked up while it still stood between others. */
  const goOn = useCallback((heir: number | undefined) => show(beside ? (heir ?? null) : null), [beside, show])

  return {
    open,
    step,
    neighbour,
    here,
    targets,
    toggleHere() {
      const id = list.idAt(here())
      if (id === undefined) return
      setSelection((now) => withSelected(now, [String(id)], !isSelected(now, String(id))))
    },
    leave: (id) => openId === id && goOn(heirOf(id)),
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
      // The mails of a whole list come when the button may have been let go already.
      const letGo = new AbortController()
      addEventListener('pointerup', () => letGo.abort(), { once: true, signal: letGo.signal })
      void withTargets((ids) => {
        if (letGo.signal.aborted) return
        letGo.abort()
        begin(ids)
      })
    },
    removeTargets: () =>
      withTargets(async (ids) => {
        const inList = openId !== null && ids.includes(openId) && list.has(openId)
        const heir = inList ? heirOf(openId, new Set(ids)) : undefined
        if (!(await remove(ids))) return
        setSelection(NOTHING)
        if (inList) goOn(heir)
      }),
    answer(kind) {
      const [mailId] = targets()
      if (mailId !== undefined) void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
    },
    onToggle: useCallback((mailId, range) => handle.current?.toggle(String(mailId), range), [handle]),
    onStar: toggleStar,
    onRemove: useCallback(
      async (mailId) => {
        const heir = heirOf(mailId)
        if ((await remove([mailId])) && lastOpen.current === mailId) goOn(heir)
      },
      [heirOf, goOn, lastOpen],
    ),
  }
}
