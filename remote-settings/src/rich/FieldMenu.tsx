import { useLanguage } from '@yanshu/shell-api'
import { Button, Menu } from '@yanshu/ui'
import { useRef, useState } from 'react'
import { FIELDS, useFieldWords } from './fieldWords.ts'
import css from './rich.module.css'

type Field = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as readonly Field[]

interface FieldMenuProps {
  /** Whether the text goes to a recipient, whose name can stand in it. */
  recipient: boolean
  onInsert: (text: string) => void
}

/** Inserts fields into a text that are filled in when a letter begins. */
export function FieldMenu({ recipient, onInsert }: FieldMenuProps) {
  const word = useFieldWords()
  const language = useLanguage()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <div className={css.fields}>
      <Button
        ref={button}
        size="small"
        variant="text"
        icon="plus"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {word('insert')}
      </Button>
      <Menu
        open={open}
        anchor={button}
        label={word('insert')}
        items={NAMES.filter((name) => recipient || name !== 'recipient').map((name) => ({
          id: name,
          label: word(name),
          onSelect: () => onInsert(`{{${language === 'zh' ? FIELDS[name] : name}}}`),
        }))}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
