import type { ListQuery } from '../list-window/listQuery.ts'
import { useList } from '../mailbox/useMailbox.ts'
import css from './search.module.css'
import { useSearchWords } from './useSearchWords.ts'

/** Shows that a search does not cover all mails yet; the list asks again by itself. */
export function IncompleteNote({ list }: { list: ListQuery }) {
  const say = useSearchWords()
  const { view } = useList(list)
  return (
    view.incomplete &&
    view.status !== 'failed' && (
      <p role="status" className={css.incomplete}>
        {say('search.incomplete')}
      </p>
    )
  )
}
