import { type GetData, isMailAddress, type SettingsPageProps } from '@yanshu/contracts'
import { go, http, useFormat, useSession } from '@yanshu/shell-api'
import { Button, confirm, ErrorCard, IconButton, notify, Segmented, Skeleton, TextField } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { type ReactNode, useId, useState } from 'react'
import type { SettingId } from '../find/findable.ts'
import { Pointed } from '../find/pointed.ts'
import { Setting } from '../find/Setting.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryEmail } from './RecoveryEmail.tsx'
import { ScreenLock } from './ScreenLock.tsx'
import { SecondStep } from './SecondStep.tsx'

/** `/set/account`: who one is, the addresses one has, and what happened with the account. */
export function AccountPage({ at }: SettingsPageProps) {
  const say = useWords()
  return (
    <Pointed value={at}>
      <div className={page.page}>
        <header className={page.head}>
          <h1>{say('pages.account')}</h1>
        </header>
        <Part id="profile" title={say('account.profile.title')}>
          <Profile />
        </Part>
        <Part id="aliases" title={say('account.aliases.title')} lead={say('account.aliases.lead')}>
          <Aliases />
        </Part>
        <Part id="password" title={say('account.password.title')} lead={say('account.password.lead')}>
          <Password />
        </Part>
        <Part id="secondStep" title={say('account.second.title')} lead={say('account.second.lead')}>
          <SecondStep />
        </Part>
        <Part id="recoveryEmail" title={say('account.recovery.title')} lead={say('account.recovery.lead')}>
          <RecoveryEmail />
        </Part>
        <Part id="passkeys" title={say('account.passkeys.title')} lead={say('account.passkeys.lead')}>
          <Passkeys />
        </Part>
        <Part id="screenLock" title={say('account.lock.title')} lead={say('account.lock.lead')}>
          <ScreenLock />
        </Part>
        <Part id="loginLog" title={say('account.logins.title')} lead={say('account.logins.lead')}>
          <Logins />
        </Part>
        <Part id="mailLog" title={say('account.mails.title')} lead={say('account.mails.lead')}>
          <MailLog />
        </Part>
      </div>
    </Pointed>
  )
}

interface PartProps {
  id: SettingId
  title: string
  lead?: string
  children: ReactNode
}

function Part({ id, title, lead, children }: PartProps) {
  const heading = useId()
  return (
    <Setting id={id}>
      <section aria-labelledby={heading} className={page.section}>
        <div>
          <h2 id={heading}>{title}</h2>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {children}
      </section>
    </Setting>
  )
}

/** What is shown until there is an answer. */
function Waiting({ failed, retry }: { failed: boolean; retry: () => void }) {
  const say = useWords()
  if (!failed) return <Skeleton lines={3} />
  return <ErrorCard what={say('account.loadFailed')} advice={say('account.loadAdvice')} onRetry={retry} />
}

function Profile() {
  const { data, failed, retry } = useAnswer('user', () => http.get('user/info'))
  if (!data) return <Waiting failed={failed} retry={retry} />
  return <ProfileForm key={JSON.stringify(data)} user={data} onSaved={retry} />
}

function ProfileForm({ user, onSaved }: { user: GetData<'user/info'>; onSaved: () => void }) {
  const say = useWords()
  const [duties, setDuties] = useState(user.duties)
  const [gender, setGender] = useState(user.gender)
  const isChanged = duties.trim() !== user.duties || gender !== user.gender
  const save = async () => {
    await http.post('user/update/details', { duties: duties.trim(), gender })
    onSaved()
    notify.success(say('account.profile.saved'))
  }
  const facts = [
    ['name', user.userName],
    ['address', user.emailAddr],
    ['department', user.deptName],
    ['phone', user.phone],
  ] as const
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(() => undefined)
      }}
    >
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{say(`account.profile.${name}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      <p className={css.lead}>{say('account.profile.byAdmin')}</p>
      <TextField
        label={say('account.profile.duties')}
        autoComplete="organization-title"
        value={duties}
        maxLength={100}
        onChange={setDuties}
      />
      <Segmented
        label={say('account.profile.gender')}
        value={gender}
        options={([0, 1, 2] as const).map((value) => ({
          value,
          label: say(`account.profile.${(['male', 'female', 'unsaid'] as const)[value]}`),
        }))}
        onChange={setGender}
      />
      <div>
        <Button type="submit" variant="primary" disabled={!isChanged}>
          {say('account.profile.save')}
        </Button>
      </div>
    </form>
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

function Aliases() {
  const say = useWords()
  const { data, failed, retry } = useAnswer('aliases', () => http.get('mail/main/nicknameAndAlias/list'))
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  if (!data) return <Waiting failed={failed} retry={retry} />
  const domain = data.list[0]?.emailAddr.split('@')[1] ?? ''
  const add = async () => {
    const emailAddr = typed.includes('@') ? typed.trim() : `${typed.trim()}@${domain}`
    setWrong(!isMailAddress(emailAddr))
    if (!isMailAddress(emailAddr)) return
    await http.post('mail/main/nicknameAndAlias/saveAlias', { emailAddr })
    setTyped('')
    retry()
    notify.success(say('account.aliases.added', { address: emailAddr }))
  }
  const remove = async (emailAddr: string) => {
    const sure = await confirm({
      title: say('account.aliases.remove', { address: emailAddr }),
      text: say('account.aliases.removeText'),
      yes: say('account.aliases.removeYes'),
      danger: true,
    })
    if (!sure) return
    await http.post('mail/main/nicknameAndAlias/deleteAlias', { emailAddr })
    retry()
    notify.info(say('account.aliases.removed', { address: emailAddr }))
  }
  return (
    <>
      <ul className={css.rows}>
        {data.list.map(({ emailAddr, nickname, own }) => (
          <li key={emailAddr} className={css.row}>
            <span className={css.grow}>
              {emailAddr}
              {own && <small className={css.mark}>{say('account.aliases.main')}</small>}
            </span>
            <Nickname key={nickname} address={emailAddr} nickname={nickname} onSaved={retry} />
            {!own && (
              <IconButton
                icon="trash"
                danger
                label={say('account.aliases.remove', { address: emailAddr })}
                onClick={() => void remove(emailAddr).catch(() => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
      {data.left > 0 && (
        <form
          className={css.row}
          onSubmit={(event) => {
            event.preventDefault()
            void add().catch(() => undefined)
          }}
        >
          <TextField
            label={say('account.aliases.address')}
            hideLabel
            className={css.grow}
            placeholder={say('account.aliases.addPlaceholder', { domain })}
            value={typed}
            error={wrong ? say('account.aliases.wrong') : undefined}
            hint={say('account.aliases.left', { count: data.left })}
            onChange={setTyped}
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            {say('account.aliases.add')}
          </Button>
        </form>
      )}
    </>
  )
}

function Nickname({ address, nickname, onSaved }: { address: string; nickname: string; onSaved: () => void }) {
  const say = useWords()
  const [typed, setTyped] = useState(nickname)
  const save = async () => {
    const name = typed.trim()
    if (name === '') await http.post('mail/main/nicknameAndAlias/deleteNickname', { emailAddr: address })
    else await http.post('mail/main/nicknameAndAlias/saveNickname', { emailAddr: address, nickname: name })
    onSaved()
    notify.success(say('account.aliases.saved'))
  }
  return (
    <form
      className={css.nickname}
      onSubmit={(event) => {
        event.preventDefault()
        void save().catch(() => undefined)
      }}
    >
      <TextField
        label={say('account.aliases.nickname', { address })}
        hideLabel
        className={css.grow}
        placeholder={say('account.aliases.placeholder')}
        maxLength={100}
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" disabled={typed.trim() === nickname}>
        {say('account.aliases.save')}
      </Button>
    </form>
  )
}

function Logins() {
  const say = useWords()
  const { mailTime } = useFormat()
  const { data, failed, retry } = useAnswer('logins', () => http.get('mail/log/userLog'))
  if (!data) return <Waiting failed={failed} retry={retry} />
  const notMe = async () => {
    const sure = await confirm({
      title: say('account.logins.notMeTitle'),
      text: say('account.logins.notMeText'),
      yes: say('account.logins.notMeYes'),
      danger: true,
    })
    if (!sure) return
    const { ended } = await http.post('mail/log/notMe', {})
    retry()
    notify.success(say('account.logins.done', { count: ended }))
  }
  return (
    <>
      <div className={css.scroll}>
        <table aria-label={say('account.logins.title')} className={css.table}>
          <thead>
            <tr>
              {(['time', 'device', 'place', 'result'] as const).map((column) => (
                <th key={column} scope="col">
                  {say(`account.logins.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.list.slice(0, 50).map(({ at, device, ip, network, result, current, way }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no names
              <tr key={index} data-bad={result === 'ok' ? undefined : ''}>
                <td>{mailTime(at)}</td>
                <td>
                  {device || say('account.logins.unknown')}
                  {way === 'client' && <small className={css.mark}>{say('account.logins.client')}</small>}
                  {current && <small className={css.mark}>{say('account.logins.current')}</small>}
                </td>
                <td>{network || ip}</td>
                <td>{say(`account.logins.${result}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Button variant="danger" icon="shield" onClick={() => void notMe().catch(() => undefined)}>
          {say('account.logins.notMe')}
        </Button>
      </div>
    </>
  )
}

function MailLog() {
  const say = useWords()
  const [isShown, setShown] = useState(false)
  if (isShown) return <MailLines />
  return (
    <div>
      <Button onClick={() => setShown(true)}>{say('account.mails.show')}</Button>
    </div>
  )
}

function MailLines() {
  const say = useWords()
  const { mailTime } = useFormat()
  const { data, failed, retry } = useAnswer('mails', () => http.get('mail/log/mailLogInfo'))
  if (!data) return <Waiting failed={failed} retry={retry} />
  if (data.list.length === 0) return <p className={css.lead}>{say('account.mails.none')}</p>
  return (
    <div className={css.scroll}>
      <table aria-label={say('account.mails.title')} className={css.table}>
        <thead>
          <tr>
            <th scope="col">{say('account.logins.time')}</th>
            <th scope="col">{say('account.mails.mail')}</th>
            <th scope="col">{say('account.mails.who')}</th>
            <th scope="col">{say('account.logins.result')}</th>
          </tr>
        </thead>
        <tbody>
          {data.list.map(({ at, direction, subject, people, outcome, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no names
            <tr key={index} data-bad={outcome === 'failed' || outcome === 'refused' ? '' : undefined}>
              <td>{mailTime(at)}</td>
              <td>
                <small className={css.mark}>{say(`account.mails.${direction}`)}</small> {subject}
              </td>
              <td>{people.join(', ')}</td>
              <td title={reason}>{say(`account.mails.outcomes.${outcome}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
