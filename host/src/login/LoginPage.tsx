import { platform, rememberedLook, rememberLook, setLanguage, useLanguage, useT } from '@yanshu/shell-api'
import { GooseMark, Segmented, setUiLanguage } from '@yanshu/ui'
import { useEffect } from 'react'
import { chooseLanguage } from './chosenLanguage.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginScene } from './LoginScene.tsx'
import css from './login.module.css'

interface LoginPageProps {
  /** The session is open. */
  onDone: () => void
}

/** The first page: a picture and the form. It needs no other chunk. */
export function LoginPage({ onDone }: LoginPageProps) {
  const say = useT('login')
  const language = useLanguage()
  const { organisation, copyright } = platform()
  useEffect(() => {
    document.title = say('documentTitle')
  }, [say])

  const switchLanguage = (next: 'zh' | 'en') => {
    chooseLanguage(next)
    rememberLook({ ...rememberedLook(), language: next })
    setUiLanguage(next)
    void setLanguage(next)
  }

  return (
    <div className={css.page}>
      <aside className={css.field} aria-label={say('product')}>
        <div className={css.brand}>
          <GooseMark size={26} />
          <span>{say('product')}</span>
        </div>
        <LoginScene />
        <p className={css.sentence}>{say('sentence')}</p>
      </aside>
      <main className={css.ground}>
        <div className={css.languages}>
          <Segmented
            label={say('language')}
            hideLabel
            value={language}
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
            onChange={switchLanguage}
          />
        </div>
        <div className={css.card}>
          <GooseMark size={36} className={css.smallMark} />
          {organisation && <p className={css.organisation}>{organisation}</p>}
          <h1 className={css.title}>{say('title')}</h1>
          <LoginForm onDone={onDone} />
        </div>
        {copyright && <footer className={css.copyright}>{copyright}</footer>}
      </main>
    </div>
  )
}
