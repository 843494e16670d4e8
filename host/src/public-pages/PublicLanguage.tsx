import { type Language, PUBLIC_LANGUAGE_NOTE, PUBLIC_LANGUAGE_SECONDS, preferredLanguage } from '@yanshu/contracts'
import { deviceNote, setLanguage, useLanguage, useSession, useT } from '@yanshu/shell-api'
import { Segmented, setUiLanguage } from '@yanshu/ui'
import { type ReactNode, useEffect, useState } from 'react'
import css from './pages.module.css'

const note = deviceNote(PUBLIC_LANGUAGE_NOTE)

function firstLanguage(): Language {
  const kept = note.get()
  return kept === 'zh' || kept === 'en' ? kept : preferredLanguage(navigator.languages)
}

/**
 * A page that is opened without a login: in the language that was chosen in this browser, else in one that the browser
 * prefers, with the choice of the other. With a login the settings of the account hold.
 */
export function PublicLanguage({ children }: { children: ReactNode }) {
  const { status } = useSession()
  return status === 'open' ? <main>{children}</main> : <Chosen>{children}</Chosen>
}

function Chosen({ children }: { children: ReactNode }) {
  const say = useT('shell')
  const shown = useLanguage()
  const [language, setChosen] = useState(firstLanguage)
  const [ready, setReady] = useState(shown === language)
  useEffect(() => {
    let current = true
    // After the defaults, which the frame applies as it is drawn.
    const timer = setTimeout(() => {
      void setLanguage(language).then(() => {
        setUiLanguage(language)
        if (current) setReady(true)
      })
    })
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [language])
  const choose = (next: Language) => {
    note.set(next, PUBLIC_LANGUAGE_SECONDS)
    setChosen(next)
  }
  return (
    <>
      <nav className={css.languages} aria-label={say('pages.language')}>
        <Segmented
          label={say('pages.language')}
          hideLabel
          value={language}
          options={[
            { value: 'zh', label: '中文' },
            { value: 'en', label: 'English' },
          ]}
          onChange={choose}
        />
      </nav>
      <main aria-busy={!ready}>{ready && children}</main>
    </>
  )
}
