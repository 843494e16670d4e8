import css from '../drawer/drawer.module.css'
import { partsOfAnswer } from './partsOfAnswer.ts'

/** The words of an answer. An address in it opens nothing by itself: pressed, it leads to the page that warns (§2, /linkPage). */
export function AnswerText({ text }: { text: string }) {
  let at = 0
  return (
    <p className={css.text}>
      {partsOfAnswer(text).map(({ text: words, url }) => {
        const key = at
        at += words.length
        if (url === null) return <span key={key}>{words}</span>
        return (
          <a key={key} href={`/#/linkPage?url=${encodeURIComponent(url)}`} target="_blank" rel="noopener noreferrer">
            {words}
          </a>
        )
      })}
    </p>
  )
}
