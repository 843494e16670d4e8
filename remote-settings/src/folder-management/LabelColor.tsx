import { labelColor, Menu } from '@yanshu/ui'
import { useId, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'
import { LABEL_COLORS, toneOfColor } from './labelColors.ts'

interface ColorMenuProps {
  name: string
  color: number
  onChange: (color: number) => void
}

/** The colour of a label as a dot that opens the others. */
export function ColorMenu({ name, color, onChange }: ColorMenuProps) {
  const say = useWords()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = say('colors.pick', { name, color: say(`colors.${color}`) })
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={words}
        title={words}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={css.colorButton}
      >
        <span className={css.dot} style={{ background: labelColor(toneOfColor(color)) }} />
      </button>
      <Menu
        open={open}
        anchor={button}
        label={words}
        placement="bottom-start"
        items={LABEL_COLORS.map((one) => ({
          id: `${one}`,
          label: say(`colors.${one}`),
          dot: labelColor(toneOfColor(one)),
          radio: true,
          checked: one === color,
          onSelect: () => one !== color && onChange(one),
        }))}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

interface ColorChoiceProps {
  color: number
  onChange: (color: number) => void
}

/** All colours in sight, for the dialog of a label. */
export function ColorChoice({ color, onChange }: ColorChoiceProps) {
  const say = useWords()
  const name = useId()
  return (
    <div role="radiogroup" aria-label={say('colors.label')} className={css.colors}>
      {LABEL_COLORS.map((one) => (
        <label key={one} className={css.color} title={say(`colors.${one}`)}>
          <input
            type="radio"
            name={name}
            checked={one === color}
            onChange={() => onChange(one)}
            aria-label={say(`colors.${one}`)}
          />
          <span className={css.dot} style={{ background: labelColor(toneOfColor(one)) }} />
        </label>
      ))}
    </div>
  )
}
