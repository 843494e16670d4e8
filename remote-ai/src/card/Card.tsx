import type { SlotProps } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import { useWords } from '../useWords.ts'
import css from './card.module.css'

/** Stands above the text of each mail. */
export default function Card({ mail }: SlotProps<'mail.card'>) {
  const say = useWords()
  const format = useFormat()
  return (
    <section className={css.card} aria-label={say('card.label')}>
      {say('card.text', { size: format.bytes(mail.size) })}
    </section>
  )
}
