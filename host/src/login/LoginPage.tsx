import { rememberedLook, rememberLook, setLanguage, useLanguage, useT } from '@yanshu/shell-api'
import { GooseLine, GooseMark, Segmented, setUiLanguage } from '@yanshu/ui'
import { useEffect } from 'react'
import { chooseLanguage } from './chosenLanguage.ts'
import { LoginForm } from './LoginForm.tsx'
import css from './login.module.css'

interface LoginPageProps {
  /** The session is open. */
  onDone: () => void
}

/** The first page: a quiet field with the goose, and the form. It needs nothing but itself. */
export function LoginPage({ onDone }: LoginPageProps) {
  const say = useT('login')
  const language = useLanguage()
  useEffect(() => {
    document.title = say('documentTitle')
  }, [say])

  const speak = (next: 'zh' | 'en') => {
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
        <svg className={css.hills} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 52C12 44 20 30 31 33C42 36 48 50 60 42C72 34 82 8 100 16V100H0Z" />
          <path d="M0 78C16 60 28 66 42 72C58 79 74 54 100 58V100H0Z" />
        </svg>
        <GooseLine className={css.goose} />
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
            onChange={speak}
          />
        </div>
        <div className={css.card}>
          <GooseMark size={36} className={css.smallMark} />
          <h1 className={css.title}>{say('title')}</h1>
          <LoginForm onDone={onDone} />
        </div>
      </main>
    </div>
  )
}
