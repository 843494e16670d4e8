import { lazyPart, useFolders } from '@yanshu/shell-api'
import { Checkbox, notify, Segmented, Select } from '@yanshu/ui'
import { Suspense } from 'react'
import { useMailT } from '../mailbox/useMailbox.ts'
import css from './search.module.css'
import type { Scope, SearchForm, Three } from './searchParams.ts'

const TimeBounds = lazyPart(() => import('./TimeBounds.tsx'))

const SCOPES: readonly Scope[] = [1, 2, 3]

interface SearchFieldsProps {
  form: SearchForm
  onChange: (form: SearchForm) => void
}

/** The conditions of the advanced search, but for the keyword. */
export function SearchFields({ form, onChange }: SearchFieldsProps) {
  const t = useMailT()
  const tree = useFolders()
  const folders = tree.lists ? [...tree.lists.folderList, ...tree.lists.customList] : []
  const setScope = (scope: Scope, on: boolean) => {
    const next = SCOPES.filter((one) => (one === scope ? on : form.scope.includes(one)))
    if (next.length === 0) notify.warning(t('search.scopeNeeded'))
    else onChange({ ...form, scope: next })
  }
  const three = (value: number): Three => (value === 0 ? 0 : value === 1 ? 1 : 2)
  return (
    <div className={css.fields}>
      <Select
        label={t('search.folder')}
        value={String(form.folderId ?? '')}
        options={[
          { value: '', label: t('search.allFolders') },
          ...folders.map((folder) => ({ value: String(folder.folderId), label: tree.nameOf(folder) })),
        ]}
        onChange={(value) => onChange({ ...form, folderId: Number(value) || null })}
      />
      <fieldset className={css.group}>
        <legend>{t('search.scope')}</legend>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`search.scope${scope}`)}
            checked={form.scope.includes(scope)}
            onChange={(on) => setScope(scope, on)}
          />
        ))}
      </fieldset>
      <Suspense fallback={<div className={css.timesWait} />}>
        <TimeBounds form={form} onChange={onChange} />
      </Suspense>
      <Segmented
        label={t('search.attachment')}
        value={form.attachment}
        options={[
          { value: 2, label: t('search.any') },
          { value: 1, label: t('search.has') },
          { value: 0, label: t('search.hasNot') },
        ]}
        onChange={(value) => onChange({ ...form, attachment: three(value) })}
      />
      <Segmented
        label={t('search.unread')}
        value={form.unread}
        options={[
          { value: 2, label: t('search.any') },
          { value: 1, label: t('filter.unread') },
          { value: 0, label: t('filter.read') },
        ]}
        onChange={(value) => onChange({ ...form, unread: three(value) })}
      />
    </div>
  )
}
