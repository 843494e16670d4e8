import { Checkbox, TextField } from '@yanshu/ui'
import { type Books, isDavWrong } from './books.ts'
import css from './migration.module.css'
import { useMigrationWords } from './words.ts'

const ADDRESS_MAX = 500

/** Whether contacts and calendars are brought besides the mail, and from where. */
export function BookChoice({ books, onBooks }: { books: Books; onBooks: (books: Books) => void }) {
  const say = useMigrationWords()
  return (
    <fieldset className={css.server}>
      <legend>{say('books.title')}</legend>
      <Checkbox
        label={say('books.contacts')}
        checked={books.contacts}
        onChange={(contacts) => onBooks({ ...books, contacts })}
      />
      <Checkbox
        label={say('books.calendars')}
        checked={books.calendars}
        onChange={(calendars) => onBooks({ ...books, calendars })}
      />
      {(books.contacts || books.calendars) && (
        <TextField
          label={say('books.dav')}
          hint={say('books.davHint')}
          type="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={ADDRESS_MAX}
          value={books.dav}
          error={isDavWrong(books) ? say('books.davWrong') : undefined}
          onChange={(dav) => onBooks({ ...books, dav: dav.trim() })}
        />
      )}
    </fieldset>
  )
}
