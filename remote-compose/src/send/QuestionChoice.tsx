import type { LetterChoice } from '@yanshu/contracts'
import { Select } from '@yanshu/ui'
import { useState } from 'react'
import css from './choice.module.css'

function QuestionChoice({ text, choice }: { text: string; choice: LetterChoice }) {
  const [value, setValue] = useState(choice.value)
  const choose = (next: string) => {
    setValue(next)
    choice.choose(next)
  }
  return (
    <div className={css.choice}>
      <div>{text}</div>
      <Select label={choice.label} value={value} options={choice.options} onChange={choose} />
    </div>
  )
}

/** A question with something to choose below it. */
export const withChoice = (text: string, choice: LetterChoice) => <QuestionChoice text={text} choice={choice} />
