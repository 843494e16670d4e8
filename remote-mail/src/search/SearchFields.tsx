import { folderLines } from '@yanshu/contracts'
import { useFolders, useSettings } from '@yanshu/shell-api'
import { Checkbox, notify, Segmented, Select } from '@yanshu/ui'
import { DateTimeField } from '@yanshu/ui/dates'
import { useWords } from '../mailbox/useMailbox.ts'
import { fromClock, toClock } from './localTime.ts'
import css from './search.module.css'
import { type Scope, type SearchForm, type Three, withTime } from './searchParams.ts'
import { useSearchWords } from './useSearchWords.ts'

const SCOPES: readonly Scope[] = [1, 2, 3]

interface SearchFieldsProps {
  form: SearchForm
  onChange: (form: SearchForm) => void
}

/** The conditions of the advanced search, but for the keyword. */
export function SearchFields({ form, onChange }: SearchFieldsProps) {
  const say = useSearchWords()
  const sayMail = useWords()
  const tree = useFolders()
  const {
    weekStart,
    general: { timeZone, timeFormat },
  } = useSettings()
  const folders = [
    ...(tree.lists?.folderList ?? []).map((folder) => ({ folder, path: tree.nameOf(folder) })),
    ...folderLines(tree.lists?.customList ?? []),
  ]
  const setScope = (scope: Scope, on: boolean) => {
    const next = SCOPES.filter((one) => (one === scope ? on : form.scope.includes(one)))
    if (next.length === 0) notify.warning(say('search.scopeNeeded'))
    else onChange({ ...form, scope: next })
  }
  const setTime = (which: 'startTime' | 'endTime', clock: string | undefined) => {
    const { form: next, corrected } = withTime(form, which, fromClock(clock, timeZone))
    if (corrected) notify.warning(say('search.timesCorrected'))
    onChange(next)
  }
  const three = (value: number): Three => (value === 0 ? 0 : value === 1 ? 1 : 2)
  return (
    <div className={css.fields}>
      <Select
        label={say('search.folder')}
        value={String(form.folderId ?? '')}
        options={[
          { value: '', label: say('search.allFolders') },
          ...folders.map(({ folder, path }) => ({ value: String(folder.folderId), label: path })),
        ]}
        onChange={(value) => onChange({ ...form, folderId: Number(value) || null })}
      />
      <fieldset className={css.group}>
        <legend>{say('search.scope')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={say(`search.scope${scope}`)}
            checked={form.scope.includes(scope)}
            onChange={(on) => setScope(scope, on)}
          />
        ))}
      </fieldset>
      <div className={css.times}>
        {(['startTime', 'endTime'] as const).map((which) => (
          <DateTimeField
            key={which}
            label={say(`search.${which}`)}
            value={toClock(form[which], timeZone)}
            now={toClock(Date.now(), timeZone)}
            hours12={timeFormat === 12}
            weekStart={weekStart}
            onChange={(clock) => setTime(which, clock)}
          />
        ))}
      </div>
      <Segmented
        label={say('search.attachment')}
        value={form.attachment}
        options={[
          { value: 2, label: say('search.any') },
          { value: 1, label: say('search.has') },
          { value: 0, label: say('search.hasNot') },
        ]}
        onChange={(value) => onChange({ ...form, attachment: three(value) })}
      />
      <Segmented
        label={say('search.unread')}
        value={form.unread}
        options={[
          { value: 2, label: say('search.any') },
          { value: 1, label: sayMail('filter.unread') },
          { value: 0, label: sayMail('filter.read') },
        ]}
        onChange={(value) => onChange({ ...form, unread: three(value) })}
      />
    </div>
  )
}
