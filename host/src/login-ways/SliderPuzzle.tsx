import type { SliderChallenge, TrackPoint } from '@yanshu/contracts'
import { useT } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import css from './ways.module.css'

export type Track = TrackPoint[]

/** Pixels of one arrow key, and of one with Shift or a page key. */
const STEP = 3
const LEAP = 15
/** A track has no more points than the server accepts. */
const POINTS_MAX = 1_900

interface SliderPuzzleProps {
  puzzle: SliderChallenge
  busy: boolean
  /** `byKeys` where a key has moved the piece. */
  onAnswer: (track: Track, byKeys: boolean) => void
}

/**
 * A piece that is moved over its gap: by mouse or finger, which answer when they let go, or by the arrow keys, which answer
 * by Enter. Places are pixels of the picture, however large it is shown.
 */
export function SliderPuzzle({ puzzle, busy, onAnswer }: SliderPuzzleProps) {
  const say = useT('ways')
  const { background, piece, width, height, pieceSize, pieceTop } = puzzle
  const farthest = width - pieceSize
  const [x, setX] = useState(0)
  const rail = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLDivElement>(null)
  const grabbed = useRef<{ readonly pointer: number; readonly from: number; readonly at: number } | null>(null)
  const begun = useRef<number | null>(null)
  const track = useRef<Track>([])
  const byKeys = useRef(false)

  useEffect(() => handle.current?.focus(), [])

  const moveTo = (to: number, now: number) => {
    if (begun.current === null) {
      begun.current = now
      track.current = [{ x: 0, t: 0 }]
    }
    const next = Math.max(0, Math.min(farthest, to))
    if (track.current.length < POINTS_MAX) track.current.push({ x: next, t: Math.max(0, now - begun.current) })
    setX(next)
  }

  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (busy || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    event.currentTarget.focus()
    grabbed.current = { pointer: event.pointerId, from: event.clientX, at: x }
    moveTo(x, event.timeStamp)
  }
  const drag = (event: PointerEvent) => {
    const held = grabbed.current
    if (!held || held.pointer !== event.pointerId) return
    const scale = width / (rail.current?.clientWidth || width)
    moveTo(held.at + (event.clientX - held.from) * scale, event.timeStamp)
  }
  const release = (event: PointerEvent) => {
    const held = grabbed.current
    if (!held || held.pointer !== event.pointerId) return
    grabbed.current = null
    // A press that moved nothing is no answer.
    if (x !== held.at) onAnswer(track.current, byKeys.current)
  }

  const pressKey = (event: KeyboardEvent) => {
    if (busy) return
    const leap = event.shiftKey ? LEAP : STEP
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: x + leap,
      ArrowUp: x + leap,
      ArrowLeft: x - leap,
      ArrowDown: x - leap,
      PageUp: x + LEAP,
      PageDown: x - LEAP,
      Home: 0,
      End: farthest,
    }
    const to = moves[event.key]
    if (to !== undefined) {
      event.preventDefault()
      byKeys.current = true
      moveTo(to, event.timeStamp)
    } else if (event.key === 'Enter' && x > 0) {
      event.preventDefault()
      onAnswer(track.current, byKeys.current)
    }
  }

  const percent = (part: number, of: number) => `${(part / of) * 100}%`
  return (
    <div className={css.part}>
      <p id="slider-task">{say('challenge.slider')}</p>
      <div className={css.puzzle}>
        <img src={background} alt={say('challenge.picture')} width={width} height={height} draggable={false} />
        <img
          className={css.piece}
          src={piece}
          alt=""
          draggable={false}
          style={{
            left: percent(x, width),
            top: percent(pieceTop, height),
            width: percent(pieceSize, width),
          }}
        />
      </div>
      <div ref={rail} className={css.rail}>
        <div className={css.filled} style={{ width: percent(x + pieceSize / 2, width) }} />
        <div
          ref={handle}
          role="slider"
          tabIndex={0}
          className={css.handle}
          aria-label={say('challenge.handle')}
          aria-describedby="slider-task slider-keys"
          aria-valuemin={0}
          aria-valuemax={farthest}
          aria-valuenow={Math.round(x)}
          aria-valuetext={say('challenge.position', { x: Math.round(x) })}
          aria-disabled={busy || undefined}
          style={{ left: percent(x, width), width: percent(pieceSize, width) }}
          onPointerDown={press}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerCancel={release}
          onKeyDown={pressKey}
        >
          <Icon name="forward" size={16} />
        </div>
      </div>
      <p id="slider-keys" className={css.small}>
        {say('challenge.keys')}
      </p>
      <Button wide loading={busy} disabled={x === 0} onClick={() => onAnswer(track.current, byKeys.current)}>
        {say(busy ? 'challenge.checking' : 'challenge.confirm')}
      </Button>
    </div>
  )
}
