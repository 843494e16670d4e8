import { tabStorage, useLanguage, useShortcuts } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useState } from 'react'
import { keepOverrides } from '../federation/keepOverrides.ts'
import { readOverrides } from '../federation/overrides.ts'
import css from '../notices/notices.module.css'
import { OverrideDialog } from './OverrideDialog.tsx'
import { WORDS } from './words.ts'

const KEYS = 'Alt+m'
/** `/?mf` opens the list with the page. */
const isAsked = () => new URLSearchParams(location.search).has('mf')

/**
 * Where the platform allows builds of a developer's own machine: names those that this tab uses, resets them, and
 * opens the list of all remotes (Alt+M, or `?mf` in the address).
 */
export default function DeveloperBar() {
  const words = WORDS[useLanguage()]
  const [open, setOpen] = useState(isAsked)
  const names = Object.keys(readOverrides(tabStorage()))
  useShortcuts(
    [{ keys: KEYS, label: words.title, group: words.title, allowInInput: true, run: () => setOpen(true) }],
    true,
  )
  const reset = () => {
    keepOverrides({})
    location.reload()
  }
  return (
    <>
      {names.length > 0 && (
        <div className={css.banner} data-tone="warning" role="status">
          <Icon name="warning" size={16} />
          <span className={css.text}>{words.bar + names.join(', ')}</span>
          <Button size="small" onClick={() => setOpen(true)}>
            {words.manage}
          </Button>
          <Button size="small" variant="primary" onClick={reset}>
            {words.reset}
          </Button>
        </div>
      )}
      {open && <OverrideDialog words={words} onClose={() => setOpen(false)} />}
    </>
  )
}
