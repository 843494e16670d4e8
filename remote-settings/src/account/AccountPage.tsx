import { go, useSession } from '@yanshu/shell-api'
import { Button } from '@yanshu/ui'
import { Page, Section } from '../layout/Page.tsx'
import { useWords } from '../useWords.ts'
import { Aliases } from './Aliases.tsx'
import { Changes } from './Changes.tsx'
import { Logins, MailLog } from './Logs.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Profile } from './Profile.tsx'
import { RecoveryEmail } from './RecoveryEmail.tsx'
import { ScreenLock } from './ScreenLock.tsx'
import { SecondStep } from './SecondStep.tsx'

/** `/set/account`: who one is, the addresses one has, and what happened with the account. */
export function AccountPage() {
  const say = useWords()
  return (
    <Page page="account">
      <Section id="changes" title={say('account.changes.title')}>
        <Changes />
      </Section>
      <Section id="profile" title={say('account.profile.title')}>
        <Profile />
      </Section>
      <Section id="aliases" title={say('account.aliases.title')} lead={say('account.aliases.lead')}>
        <Aliases />
      </Section>
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
      <Section id="screenLock" title={say('account.lock.title')} lead={say('account.lock.lead')}>
        <ScreenLock />
      </Section>
      <Section id="loginLog" title={say('account.logins.title')} lead={say('account.logins.lead')}>
        <Logins />
      </Section>
      <Section id="mailLog" title={say('account.mails.title')} lead={say('account.mails.lead')}>
        <MailLog />
      </Section>
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
