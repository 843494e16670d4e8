import { useWords } from '../useWords.ts'
import css from './page.module.css'

/** `/ai`. */
export default function Page() {
  const say = useWords()
  return (
    <div className={css.page}>
      <h1 className={css.title}>{say('page.title')}</h1>
      <p>{say('page.text')}</p>
    </div>
  )
}
