import { labelColor, Menu } from '@yanshu/ui'
import { LABEL_COLORS, toneOfColor, useColorName } from '@yanshu/ui/folders'
import { useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './folders.module.css'

interface ColorMenuProps {
  name: string
  color: number
  onChange: (color: number) => void
}

/** The colour of a label as a dot that opens the others. */
export function ColorMenu({ name, color, onChange }: ColorMenuProps) {
  const say = useWords()
  const nameOf = useColorName()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const words = say('colors.pick', { name, color: nameOf(color) })
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
          label: nameOf(one),
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
