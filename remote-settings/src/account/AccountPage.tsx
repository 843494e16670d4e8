import type { SettingsPageProps } from '@yanshu/contracts'
import { go, useSession } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import nav from '@yanshu/ui/sideNav.module.css'
import { useState } from 'react'
import type { SettingId } from '../find/findable.ts'
import { Page, Section } from '../layout/Page.tsx'
import { useWords } from '../useWords.ts'
import { Aliases } from './Aliases.tsx'
import css from './account.module.css'
import { Changes } from './Changes.tsx'
import { Logins, MailLog } from './Logs.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Profile } from './Profile.tsx'
import { RecoveryEmail } from './RecoveryEmail.tsx'
import { ScreenLock } from './ScreenLock.tsx'
import { SecondStep } from './SecondStep.tsx'

const NAMES = ['profile', 'password', 'lock', 'aliases', 'logins', 'mails'] as const
type Name = (typeof NAMES)[number]

/** The settings of each page of the account. */
const PAGES: Readonly<Record<Name, readonly SettingId[]>> = {
  profile: ['changes', 'profile'],
  password: ['password', 'secondStep', 'recoveryEmail', 'passkeys'],
  lock: ['screenLock'],
  aliases: ['aliases'],
  logins: ['loginLog'],
  mails: ['mailLog'],
}

const pageWith = (setting: string | null) => NAMES.find((name) => PAGES[name].some((one) => one === setting))

/** `/set/account`: who one is, the addresses one has, and what happened with the account, on pages of their own. */
export function AccountPage({ at }: SettingsPageProps) {
  const say = useWords()
  const [page, setPage] = useState<Name>('profile')
  // The address that points at a setting leads to its page, and is gone with the first press.
  const [asked, setAsked] = useState<string | null>(null)
  if (at !== asked) {
    setAsked(at)
    setPage(pageWith(at) ?? page)
  }
  return (
    <Page page="account">
      <nav aria-label={say('pages.account')} className={css.pages}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={nav.link}
            aria-current={name === page ? 'page' : undefined}
            onClick={() => setPage(name)}
          >
            {say(`account.${name}.title`)}
          </button>
        ))}
      </nav>
      {page === 'profile' && (
        <>
          <Section id="changes" title={say('account.changes.title')}>
            <Changes />
          </Section>
          <Section id="profile" title={say('account.profile.title')}>
            <Profile />
          </Section>
        </>
      )}
      {page === 'password' && (
        <>
          <Section id="password" title={say('account.password.title')} lead={say('account.password.lead')}>
            <Password />
          </Section>
          <Section id="secondStep" title={say('account.second.title')} lead={say('account.second.lead')}>
            <SecondStep />
          </Section>
          <Section id="recoveryEmail" title={say('account.recovery.title')} lead={say('account.recovery.lead')}>
            <RecoveryEmail />
          </Section>
          <Section id="passkeys" title={say('account.passkeys.title')} lead={say('account.passkeys.lead')}>
            <Passkeys />
          </Section>
        </>
      )}
      {page === 'lock' && (
        <Section id="screenLock" title={say('account.lock.title')} lead={say('account.lock.lead')}>
          <ScreenLock />
        </Section>
      )}
      {page === 'aliases' && (
        <Section id="aliases" title={say('account.aliases.title')} lead={say('account.aliases.lead')}>
          <Aliases />
        </Section>
      )}
      {page === 'logins' && (
        <Section id="loginLog" title={say('account.logins.title')} lead={say('account.logins.lead')}>
          <Logins />
        </Section>
      )}
      {page === 'mails' && (
        <Section id="mailLog" title={say('account.mails.title')} lead={say('account.mails.lead')}>
          <MailLog />
        </Section>
      )}
    </Page>
  )
}

/** The login password is changed on the page that also asks for a new one after a first login. */
function Password() {
  const say = useWords()
  const session = useSession()
  const address = session.status === 'open' ? session.userMail : ''
  return (
    <div>
      <Button onClick={() => go(`/firstResetPsd/${encodeURIComponent(address)}`)}>
        {say('account.password.change')}
      </Button>
    </div>
  )
}
