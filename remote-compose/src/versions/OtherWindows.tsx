import { Code, DRAFT_WINDOW_EVERY_MS, type DraftHand, type DraftWindow } from '@yanshu/contracts'
import { ApiError, http, lazyPart, loginScope, useFormat, useStore, useT } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import { Suspense, useEffect, useRef } from 'react'
import { loadHandBar } from '../handed/loadHanded.ts'
import type { Composer } from '../write/composer.ts'
import { NS } from '../write/namespace.ts'
import css from './versions.module.css'

const HandBar = lazyPart(loadHandBar)

interface OtherWindowsProps {
  readonly composer: Composer
  /** Whether another author has the letter now, so that it stands still here. */
  readonly onHeld: (isHeld: boolean) => void
  /** The whole letter was replaced. */
  readonly onReplaced: () => void
}

interface Windows {
  readonly others: readonly DraftWindow[]
  readonly hand?: DraftHand | null | undefined
}

/**
 * Where else a letter is open, when it was changed there, and who has it where it is handed to a colleague. The server learns
 * that it is open here.
 */
export default function OtherWindows({ composer, onHeld, onReplaced }: OtherWindowsProps) {
  const say = useT(NS)
  const { mailTime } = useFormat()
  const { draft, phase } = useStore(composer.state).draft
  const mailId = draft?.mailId ?? null
  const name = composer.beginning.entryKey
  const { data, error, refetch } = useQuery({
    queryKey: ['compose', 'windows', mailId, name],
    queryFn: ({ signal }): Windows | Promise<Windows> =>
      mailId === null
        ? { others: [] }
        : http.post('mail/email/draft/windows', { mailId, name }, { silent: true, signal }),
    enabled: mailId !== null,
    refetchInterval: DRAFT_WINDOW_EVERY_MS,
    gcTime: 0,
    retry: false,
  })
  // Where the message that this window is closed does not arrive, the server notices that its reports have stopped.
  useEffect(() => {
    if (mailId === null) return
    const login = loginScope()
    return () => {
      const closed = { mailId, name, closed: true }
      http.post('mail/email/draft/windows', closed, { silent: true, login }).catch(() => undefined)
    }
  }, [mailId, name])
  // A save may be refused because a colleague has opened the letter.
  useEffect(() => {
    if (phase === 'refused') void refetch()
  }, [phase, refetch])
  const hand = data?.hand ?? null
  const isHeld = hand?.role === 'author' && hand.state === 'taken'
  const wasHeld = useRef(false)
  useEffect(() => {
    onHeld(isHeld)
    const isBack = wasHeld.current && !isHeld
    wasHeld.current = isHeld
    // What the colleague has written replaces what stands here, where nothing was changed here.
    if (!isBack || composer.state.get().draft.phase !== 'saved') return
    void composer.takeTheirs().then((theirs) => theirs && onReplaced())
  }, [isHeld, composer, onHeld, onReplaced])
  const isWithdrawn = hand?.role === 'colleague' && error instanceof ApiError && error.code === Code.mailNotFound
  const words = ({ device, person, changedAt }: DraftWindow) =>
    say(`history.${changedAt === null ? 'open' : 'openChanged'}`, {
      where: [person, device].filter(Boolean).join(' · ') || say('history.otherDevice'),
      time: changedAt === null ? '' : mailTime(changedAt),
    })
  const lines = [...new Set((data?.others ?? []).map(words))]
  return (
    <div role="status">
      {hand && mailId !== null && (
        <Suspense fallback={null}>
          <HandBar composer={composer} mailId={mailId} hand={hand} isWithdrawn={isWithdrawn} onReplaced={onReplaced} />
        </Suspense>
      )}
      {lines.map((line) => (
        <p key={line} className={css.window}>
          <Icon name="info" />
          {line}
        </p>
      ))}
    </div>
  )
}
