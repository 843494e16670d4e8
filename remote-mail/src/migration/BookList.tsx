import type { MigrationBook } from '@yanshu/contracts'
import { useFormat } from '@yanshu/shell-api'
import css from './migration.module.css'
import { useMigrationWords } from './words.ts'

/** What became of each address book and calendar. */
export function BookList({ books, dry }: { books: readonly MigrationBook[]; dry: boolean }) {
  const say = useMigrationWords()
  const { count } = useFormat()
  if (books.length === 0) return null
  const factsOf = ({ kind, state, reason, total, brought, noted }: MigrationBook) => {
    if (state === 'failed') return say(`books.reason.${reason === '' ? 'failed' : reason}`)
    if (dry || state === 'waiting') return say(`books.there.${kind}`, { count: count(total) })
    return say('books.sum', { brought: count(brought), total: count(total), noted: count(noted) })
  }
  return (
    <ul className={css.books}>
      {books.map((book) => (
        <li key={`${book.kind} ${book.name}`} data-state={book.state}>
          <span>
            {say(`books.${book.kind}`)}
            {book.name && ` · ${book.name}`}
          </span>
          <span className={css.quiet}>{factsOf(book)}</span>
        </li>
      ))}
    </ul>
  )
}
