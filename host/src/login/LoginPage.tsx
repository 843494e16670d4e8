import type { SecondStep } from '@yanshu/contracts'
import { platform, rememberedLook, rememberLook, setLanguage, useLanguage, useT } from '@yanshu/shell-api'
import { Button, GooseMark, Segmented, setUiLanguage } from '@yanshu/ui'
import { useEffect, useState } from 'react'
import { chooseLanguage } from './chosenLanguage.ts'
import { LoginForm } from './LoginForm.tsx'
import { LoginScene } from './LoginScene.tsx'
import css from './login.module.css'
import { LoginHelp, PasskeyForm, PhoneForm, QrForm, SecondStepForm, SsoForm } from './loginWays.tsx'

/** The ways in beside the password. */
const WAYS = { phone: PhoneForm, qr: QrForm, passkey: PasskeyForm, sso: SsoForm, help: LoginHelp } as const

interface LoginPageProps {
  /** The session is open. */
  onDone: () => void
  /** Called each time when the page is there, with another function after another path too. */
  onDrawn: () => void
  /** The path that is opened afterwards. */
  back: string
  /** Whether the user comes back from the single sign-on. */
  fromSso: boolean
}

/** The first page: a picture and the form. It needs no other chunk. */
export function LoginPage({ onDone, onDrawn, back, fromSso }: LoginPageProps) {
  const say = useT('login')
  const language = useLanguage()
  const { organisation, copyright, sms, sso, apiBase } = platform()
  const [way, setWay] = useState<'password' | keyof typeof WAYS | SecondStep>(fromSso ? 'sso' : 'password')
  const Way = typeof way === 'string' && way !== 'password' ? WAYS[way] : null
  useEffect(() => {
    document.title = say('documentTitle')
  }, [say])
  useEffect(() => void onDrawn(), [onDrawn])

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
          {/* Shown only while nothing comes behind it. */}
          <p>{say('startFailedAdvice')}</p>
          {way === 'password' && (
            <>
              <LoginForm onDone={onDone} />
              {sso && (
                <a className={css.sso} href={`${apiBase}oauth2/authorize?redirect=${encodeURIComponent(back)}`}>
                  {say('bySso')}
                </a>
              )}
              <div className={css.others}>
                {sms && (
                  <Button variant="text" onClick={() => setWay('phone')}>
                    {say('byPhone')}
                  </Button>
                )}
                <Button variant="text" onClick={() => setWay('qr')}>
                  {say('byQr')}
                </Button>
                {'PublicKeyCredential' in globalThis && (
                  <Button variant="text" onClick={() => setWay('passkey')}>
                    {say('byPasskey')}
                  </Button>
                )}
                <a href="#/resetPassword">{say('forgotten')}</a>
              </div>
              <Button variant="text" className={css.help} onClick={() => setWay('help')}>
                {say('help')}
              </Button>
            </>
          )}
          {Way && (
            <Way
              onOutcome={(outcome) => (outcome.secondVerified ? setWay(outcome) : onDone())}
              onBack={() => setWay('password')}
            />
          )}
          {typeof way === 'object' && <SecondStepForm step={way} onDone={onDone} onBack={() => setWay('password')} />}
        </div>
        {copyright && <footer className={css.copyright}>{copyright}</footer>}
      </main>
    </div>
  )
}
