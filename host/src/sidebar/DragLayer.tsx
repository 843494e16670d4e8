import { DRAG_HINT_REMOVAL_MS } from '@yanshu/contracts'
import { intents, type MailDrag, mailDrag, useT } from '@yanshu/shell-api'
import { Icon, notify } from '@yanshu/ui'
import { followDrag } from '@yanshu/ui/drag'
import { useEffect, useState } from 'react'
import { type MoveVerdict, verdictOnMove } from './dropRules.ts'
import type { Place } from './places.ts'
import css from './sidebar.module.css'

export interface DropTarget {
  readonly id: string
  readonly verdict: MoveVerdict
}

interface DragLayerProps {
  drag: MailDrag
  places: ReadonlyMap<string, Place>
  /** The place below the pointer, for the sidebar to mark. */
  onTarget: (target: DropTarget | undefined) => void
}

/** Follows dragged mails: the hint beside the pointer, the marks on the sidebar, and the move when they are let go. */
export function DragLayer({ drag, places, onTarget }: DragLayerProps) {
  const say = useT('shell')
  const [point, setPoint] = useState(drag.point)
  const [target, setTarget] = useState<DropTarget>()
  const [leaving, setLeaving] = useState(false)

  useEffect(() => {
    const targetAt = (id: string | undefined): DropTarget | undefined => {
      const place = id === undefined ? undefined : places.get(id)
      return place && { id: place.id, verdict: verdictOnMove(drag.mailboxId, place.place) }
    }
    const mark = (next: DropTarget | undefined) => {
      setTarget((now) => (now?.id === next?.id ? now : next))
      onTarget(next)
    }
    getSelection()?.removeAllRanges()
    document.documentElement.style.userSelect = 'none'
    let removal: ReturnType<typeof setTimeout> | undefined
    const finish = (linger: boolean) => {
      onTarget(undefined)
      if (!linger) return mailDrag.end()
      setLeaving(true)
      removal = setTimeout(() => mailDrag.end(), DRAG_HINT_REMOVAL_MS)
    }
    const stop = followDrag({
      onMove: (next, id) => {
        setPoint(next)
        mark(targetAt(id))
      },
      onDrop: (id) => {
        const dropped = targetAt(id)
        const place = dropped && places.get(dropped.id)?.place
        if (dropped?.verdict === 'allow' && place?.kind === 'folder') {
          intents.send('mail.move', { mailIds: drag.mailIds, targetMailboxId: place.folderId }).catch(() => undefined)
          finish(false)
        } else if (dropped) {
          notify.warning(say(dropped.verdict === 'same-folder' ? 'drag.sameFolder' : 'drag.refused'))
          finish(true)
        } else finish(false)
      },
      onCancel: () => finish(false),
    })
    return () => {
      document.documentElement.style.userSelect = ''
      stop()
      clearTimeout(removal)
    }
  }, [drag, places, onTarget, say])

  const refused = target && target.verdict !== 'allow'
  return (
    <div
      className={css.dragHint}
      data-refused={refused || undefined}
      data-leaving={leaving || undefined}
      style={{ transform: `translate(${point.x + 14}px, ${point.y + 14}px)` }}
      aria-hidden="true"
    >
      <Icon name={refused ? 'close' : 'mail'} size={16} />
      {refused
        ? say(target.verdict === 'same-folder' ? 'drag.sameFolder' : 'drag.refused')
        : say('drag.count', { count: drag.mailIds.length })}
    </div>
  )
}
