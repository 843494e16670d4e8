import { isSelecting, useItemCommands } from '@yanshu/lists/view'
import { intents, mailDrag } from '@yanshu/shell-api'
import { isSelected, type MailListHandle, NOTHING, type Selection } from '@yanshu/ui'
import { type Dispatch, type RefObject, type SetStateAction, useCallback, useRef } from 'react'
import { collectOrWarn, moveTo, remove, star, warnOnlyOne } from '../actions/commands.ts'
import { type ListQuery, listKey, onWhole } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import type { MailWindow } from '../mailbox/mailKind.ts'
import { fetchTriage } from '../triage/fetchTriage.ts'
import { isMarkedWhole } from './isMarkedWhole.ts'
import { knownRow } from './knownRows.ts'
import type { ListCommands } from './listCommands.ts'
import { isForOne } from './mailActions.ts'
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
  readonly onSelection: Dispatch<SetStateAction<Selection>>
}

/** Whether a mail is a letter that is still being written: it opens in an editor and not in the reading pane. */
function isDraft(id: number): boolean {
  const row = knownRow(id)
  return row !== undefined && mailbox().roleOf(row.mailboxId) === 'drafts'
}

const toggleStar = (mailId: number): void => star([mailId], knownRow(mailId)?.color ? 0 : 1)

/** The mails beside the open one are fetched after this time at the latest. */
const NEIGHBOURS_WITHIN_MS = 200

export function useListCommands(options: CommandsOptions): ListCommands {
  const { query, list, handle, opened, selection, onSelection } = options
  const { show } = opened
  const lastAsked = useRef<number>(undefined)

  const open = (id: number) => {
    if (isDraft(id)) {
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

  const items = useItemCommands({
    ...options,
    collection: mailbox(),
    open,
    opensElsewhere: isDraft,
    collect: (except) => collectOrWarn(query, except),
    warnOnlyOne: warnOnlyOne,
  })
  const withTargets: ListCommands['withTargets'] = async (action, work) => {
    if (isMarkedWhole(selection, query, list.length) && !isForOne(action)) {
      const { bulkKeys } = await fetchTriage()
      bulkKeys.emit({ list: listKey(query), action })
    } else await items.withTargets(isForOne(action), (ids) => onWhole(query, ids, work, action))
  }

  return {
    ...items,
    open,
    hit: (action) => items.hit(isForOne(action)),
    withTargets,
    drag(id, point) {
      // The mails of a whole list, or of a row that stands for several, come when the button may have been released already.
      const letGo = new AbortController()
      addEventListener('pointerup', () => letGo.abort(), { once: true, signal: letGo.signal })
      const begin = (mailIds: readonly number[]) => {
        if (!mailIds.length || letGo.signal.aborted) return
        letGo.abort()
        const from = new Set(mailIds.map((one) => knownRow(one)?.mailboxId))
        const [mailboxId = null] = from.size === 1 ? from : []
        mailDrag.begin({ mailIds, mailboxId, point })
      }
      if (!isSelecting(selection) || !isSelected(selection, String(id))) onWhole(query, [id], begin)
      else if (selection.kind === 'some') onWhole(query, [...selection.keys].map(Number), begin)
      else void items.idsOf(selection).then((ids) => ids && onWhole(query, ids, begin))
    },
    removeTargets: () =>
      withTargets('delete', async (ids) => {
        if (await remove(ids)) onSelection(NOTHING)
      }),
    moveAgain: (target) =>
      withTargets('move', (ids) => {
        moveTo(ids, target)
        onSelection(NOTHING)
      }),
    answer: (kind) =>
      void withTargets(kind, ([mailId]) => {
        if (mailId !== undefined) void intents.send('compose.open', { kind, mailId }).catch(() => undefined)
      }),
    onToggle: useCallback((mailId, range) => handle.current?.toggle(String(mailId), range), [handle]),
    onStar: toggleStar,
    onRemove: useCallback((mailId) => void onWhole(list.query, [mailId], remove), [list]),
  }
}
