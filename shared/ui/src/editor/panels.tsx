import { type KeyboardEvent, useState } from 'react'
import { Button } from '../button/Button.tsx'
import { TextField } from '../field/TextField.tsx'
import { isComposing } from '../hooks/isComposing.ts'
import { useWords } from '../messages/language.ts'
import { linkAddress } from './commands.ts'
import css from './editor.module.css'
import { WORDS } from './words.ts'

/** Moves between the buttons of a grid by arrows. */
function walkGrid(event: KeyboardEvent<HTMLElement>, columns: number): void {
  const step = new Map([
    ['ArrowRight', 1],
    ['ArrowLeft', -1],
    ['ArrowDown', columns],
    ['ArrowUp', -columns],
  ]).get(event.key)
  const cells = [...event.currentTarget.querySelectorAll('button')]
  const at = cells.findIndex((cell) => cell.matches(':focus'))
  if (step === undefined || at < 0) return
  event.preventDefault()
  event.stopPropagation()
  cells[at + step]?.focus()
}

export interface ColorGridProps {
  rows: readonly (readonly string[])[]
  value: string | null
  none: string
  onPick: (color: string | null) => void
}

export function ColorGrid({ rows, value, none, onPick }: ColorGridProps) {
  const columns = rows[0]?.length ?? 1
  return (
    <div className={css.panel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside */}
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${columns}, 24px)` }}
        onKeyDown={(event) => walkGrid(event, columns)}
      >
        {rows.flat().map((color) => (
          <button
            key={color}
            type="button"
            className={css.swatch}
            style={{ background: color }}
            aria-label={color}
            aria-pressed={value === color}
            title={color}
            onClick={() => onPick(color)}
          />
        ))}
      </div>
      <Button size="small" variant="text" onClick={() => onPick(null)}>
        {none}
      </Button>
    </div>
  )
}

export interface EmojiGridProps {
  signs: readonly string[]
  onPick: (sign: string) => void
}

const EMOJI_COLUMNS = 10

export function EmojiGrid({ signs, onPick }: EmojiGridProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside
    <div
      className={`${css.panel} ${css.grid}`}
      style={{ gridTemplateColumns: `repeat(${EMOJI_COLUMNS}, 32px)` }}
      onKeyDown={(event) => walkGrid(event, EMOJI_COLUMNS)}
    >
      {signs.map((sign) => (
        <button key={sign} type="button" className={css.emoji} onClick={() => onPick(sign)}>
          {sign}
        </button>
      ))}
    </div>
  )
}

const TABLE_COLUMNS = 8
const TABLE_ROWS = 6

/** A table's size, chosen by its lower right corner. */
export function TableGrid({ onPick }: { onPick: (rows: number, columns: number) => void }) {
  const say = useWords(WORDS)
  const [size, setSize] = useState({ rows: 1, columns: 1 })
  return (
    <div className={css.panel}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the buttons inside */}
      <div
        className={css.grid}
        style={{ gridTemplateColumns: `repeat(${TABLE_COLUMNS}, 22px)` }}
        onKeyDown={(event) => walkGrid(event, TABLE_COLUMNS)}
      >
        {Array.from({ length: TABLE_ROWS * TABLE_COLUMNS }, (_, at) => {
          const rows = Math.floor(at / TABLE_COLUMNS) + 1
          const columns = (at % TABLE_COLUMNS) + 1
          return (
            <button
              key={`${rows}x${columns}`}
              type="button"
              className={css.tableCell}
              data-on={rows <= size.rows && columns <= size.columns ? '' : undefined}
              aria-label={say('tableSize', { rows, columns })}
              onPointerEnter={() => setSize({ rows, columns })}
              onFocus={() => setSize({ rows, columns })}
              onClick={() => onPick(rows, columns)}
            />
          )
        })}
      </div>
      <p className={css.note}>{say('tableSize', size)}</p>
    </div>
  )
}

/** The address of a link. */
export function LinkForm({ href, onLink }: { href: string; onLink: (href: string) => void }) {
  const say = useWords(WORDS)
  const [text, setText] = useState(href)
  const [wrong, setWrong] = useState(false)
  const finish = () => {
    const address = linkAddress(text)
    if (address) onLink(address)
    else setWrong(true)
  }
  return (
    <div className={css.linkForm}>
      <TextField
        label={say('linkAddress')}
        value={text}
        data-autofocus=""
        placeholder="https://"
        error={wrong ? say('linkWrong') : undefined}
        onChange={(next) => {
          setText(next)
          setWrong(false)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || isComposing(event)) return
          event.preventDefault()
          finish()
        }}
      />
      <div className={css.linkButtons}>
        {href && (
          <Button size="small" onClick={() => onLink('')}>
            {say('unlink')}
          </Button>
        )}
        <Button size="small" variant="primary" onClick={finish}>
          {say('linkDo')}
        </Button>
      </div>
    </div>
  )
}
