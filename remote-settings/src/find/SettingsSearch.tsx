import { fetchPart, go, Link, useLanguage } from '@yanshu/shell-api'
import { cx, TextField } from '@yanshu/ui'
import nav from '@yanshu/ui/sideNav.module.css'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../useWords.ts'
import css from './find.module.css'
import type { FoundSetting } from './searchSettings.ts'

interface SettingsSearchProps {
  /** What the address asks to search for (`?find=`): the field has the focus. null where it asks nothing. */
  readonly find: string | null
  readonly onSearching: (searching: boolean) => void
}

/** Finds settings by name, pinyin or what can be chosen there; what is found leads to the setting and marks it. */
export function SettingsSearch({ find, onSearching }: SettingsSearchProps) {
  const say = useWords()
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<readonly FoundSetting[] | null>(null)
  const isEmpty = typed.trim() === ''
  const field = useRef<HTMLElement>(null)

  useEffect(() => {
    if (find === null) return
    setTyped(find)
    field.current?.querySelector('input')?.focus()
  }, [find])

  useEffect(() => onSearching(!isEmpty), [isEmpty, onSearching])
  useEffect(() => {
    if (isEmpty) {
      setFound(null)
      return
    }
    let current = true
    fetchPart(() => import('./searchSettings.ts'))
      .then(({ searchSettings }) => searchSettings(typed, language))
      .then(
        (list) => current && setFound(list),
        () => current && setFound([]),
      )
    return () => {
      current = false
    }
  }, [typed, isEmpty, language])

  return (
    <search ref={field} className={css.search}>
      <TextField
        label={say('search.label')}
        hideLabel
        icon="search"
        clearable
        placeholder={say('search.label')}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('')
          const [first] = found ?? []
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !first) return
          go(first.path, { replace: true })
          setTyped('')
        }}
      />
      {found && (
        <ul aria-label={say('search.label')}>
          {found.map(({ id, label, page, path }) => (
            <li key={id}>
              <Link replace to={path} className={cx(nav.link, css.found)} onClick={() => setTyped('')}>
                <span>{label}</span>
                <small>{page}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={css.none}>
        {found?.length === 0 ? say('search.none', { text: typed.trim() }) : ''}
      </p>
    </search>
  )
}
