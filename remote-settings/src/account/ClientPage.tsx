import type { ClientDetail, Device, SettingsPageProps } from '@yanshu/contracts'
import { http, useFormat, useSwitch } from '@yanshu/shell-api'
import { Button, confirm, Dialog, ErrorCard, Icon, IconButton, notify, Skeleton, Switch, TextField } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useId, useState } from 'react'
import { Pointed } from '../find/pointed.ts'
import { Setting } from '../find/Setting.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** `/set/client`: programs of others with their codes, and the devices that are logged in. */
export function ClientPage({ at }: SettingsPageProps) {
  const say = useWords()
  const clients = useSwitch('mailClient')
  return (
    <Pointed value={at}>
      <div className={page.page}>
        <header className={page.head}>
          <h1>{say('pages.client')}</h1>
        </header>
        {clients && (
          <Setting id="clientCodes">
            <Clients />
          </Setting>
        )}
        <Setting id="devices">
          <Devices />
        </Setting>
      </div>
    </Pointed>
  )
}

function Clients() {
  const say = useWords()
  const id = useId()
  const { mailTime } = useFormat()
  const [making, setMaking] = useState(false)
  const { data, failed, retry, put } = useAnswer('clients', () => http.get('user/client/detail'))
  const user = useAnswer('user', () => http.get('user/info'))
  if (failed) return <ErrorCard what={say('account.loadFailed')} advice={say('account.loadAdvice')} onRetry={retry} />
  if (!data) return <Skeleton lines={4} />
  const send = (shown: ClientDetail, call: Promise<ClientDetail>) => {
    put(shown)
    call.then(put, () => put(data))
  }
  const revoke = async (codeId: number) => {
    put(await http.get('user/client/cancelPassword', { codeId }))
    notify.info(say('account.clients.revoked'))
  }
  return (
    <section aria-labelledby={id} className={page.section}>
      <div>
        <h2 id={id}>{say('account.clients.title')}</h2>
        <p className={css.lead}>{say('account.clients.lead')}</p>
      </div>
      <Switch
        label={say('account.clients.enabled')}
        checked={data.enabled}
        onChange={(enabled) => send({ ...data, enabled }, http.post('user/client/stateByUser', { enabled }))}
      />
      {data.protocols.map(({ scope, enabled, address }) => (
        <div key={scope} className={css.protocol}>
          <Switch
            label={say(`account.clients.protocol.${scope}`)}
            checked={enabled}
            disabled={!data.enabled}
            onChange={(on) => {
              const protocols = data.protocols.map((one) => (one.scope === scope ? { ...one, enabled: on } : one))
              send({ ...data, protocols }, http.post('user/client/protocol', { scope, enabled: on }))
            }}
          />
          <dl className={css.facts}>
            <div>
              <dt>{say('account.clients.server')}</dt>
              <dd>{`${location.origin}${address}`}</dd>
            </div>
            <div>
              <dt>{say('account.clients.user')}</dt>
              <dd>{user.data?.emailAddr}</dd>
            </div>
          </dl>
        </div>
      ))}
      <h3>{say('account.clients.codes')}</h3>
      {data.codes.length === 0 && <p className={css.lead}>{say('account.clients.none')}</p>}
      <ul className={css.rows}>
        {data.codes.map(({ codeId, name, createdAt, lastUsedAt }) => (
          <li key={codeId} className={css.row}>
            <span className={css.grow}>
              {name || say('account.clients.unnamed')}
              <small className={css.lead}>
                {say('account.clients.created', { time: mailTime(createdAt) })} ·{' '}
                {lastUsedAt === null
                  ? say('account.clients.unused')
                  : say('account.clients.used', { time: mailTime(lastUsedAt) })}
              </small>
            </span>
            <IconButton
              icon="trash"
              danger
              label={say('account.clients.revoke', { name: name || say('account.clients.unnamed') })}
              onClick={() => void revoke(codeId).catch(() => undefined)}
            />
          </li>
        ))}
      </ul>
      <div className={css.row}>
        <Button icon="plus" disabled={data.left === 0 || !data.enabled} onClick={() => setMaking(true)}>
          {say('account.clients.make')}
        </Button>
        <span className={css.lead}>
          {data.left > 0 ? say('account.clients.left', { count: data.left }) : say('account.clients.noneLeft')}
        </span>
      </div>
      {making && <CodeDialog onMade={put} onClose={() => setMaking(false)} />}
    </section>
  )
}

/** Makes a code, and shows it this once. */
function CodeDialog({ onMade, onClose }: { onMade: (detail: ClientDetail) => void; onClose: () => void }) {
  const say = useWords()
  const [name, setName] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    try {
      const made = await http.get('user/client/generatePassword', { name: name.trim(), scopes: 'all' })
      setCode(made.code)
      onMade(made.detail)
    } catch {
      onClose()
    } finally {
      setBusy(false)
    }
  }
  const copy = async () => {
    await navigator.clipboard.writeText(code ?? '')
    notify.success(say('account.clients.copied'))
  }
  return (
    <Dialog
      open
      title={say('account.clients.make')}
      onClose={onClose}
      footer={
        code === null ? (
          <>
            <Button onClick={onClose}>{say('account.clients.cancel')}</Button>
            <Button variant="primary" loading={busy} onClick={() => void make()}>
              {say('account.clients.make')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            {say('account.clients.close')}
          </Button>
        )
      }
    >
      {code === null ? (
        <TextField
          data-autofocus
          label={say('account.clients.name')}
          placeholder={say('account.clients.namePlaceholder')}
          maxLength={100}
          value={name}
          onChange={setName}
        />
      ) : (
        <div className={css.form}>
          <p role="status">{say('account.clients.shown')}</p>
          <p className={css.code}>
            <code>{code}</code>
            <Button icon="copy" onClick={() => void copy().catch(() => undefined)}>
              {say('account.clients.copy')}
            </Button>
          </p>
        </div>
      )}
    </Dialog>
  )
}

function Devices() {
  const say = useWords()
  const id = useId()
  const { mailTime } = useFormat()
  const { data, failed, retry, put } = useAnswer('devices', () => http.get('mail/client/list'))
  if (failed) return <ErrorCard what={say('account.loadFailed')} advice={say('account.loadAdvice')} onRetry={retry} />
  if (!data) return <Skeleton lines={4} />
  const nameOf = ({ device, name }: Device) =>
    [name, device].filter((one) => one !== '').join(' · ') || say('account.logins.unknown')
  const out = async (deviceId: string) => {
    put(await http.get('mail/client/delete', { deviceId }))
    notify.success(say('account.devices.done'))
  }
  const outAll = async () => {
    const sure = await confirm({
      title: say('account.devices.all'),
      text: say('account.devices.allText'),
      yes: say('account.devices.allYes'),
      danger: true,
    })
    if (sure) await out('all')
  }
  return (
    <section aria-labelledby={id} className={page.section}>
      <h2 id={id}>{say('account.devices.title')}</h2>
      <ul className={css.rows}>
        {data.list.map((one) => (
          <li key={one.deviceId} className={css.row}>
            <Icon name={one.kind === 'session' ? 'user' : 'contacts'} />
            <span className={css.grow}>
              <span>
                {nameOf(one)}
                {one.current && <small className={css.mark}>{say('account.devices.current')}</small>}
              </span>
              <small className={css.lead}>
                {[
                  one.network || one.ip,
                  one.lastUsedAt && say('account.devices.last', { time: mailTime(one.lastUsedAt) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {!one.current && (
              <Button
                size="small"
                aria-label={say('account.devices.out', { device: nameOf(one) })}
                onClick={() => void out(one.deviceId).catch(() => undefined)}
              >
                {say('account.devices.outButton')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.list.filter(({ kind }) => kind === 'session').length > 1 && (
        <div>
          <Button variant="danger" icon="logout" onClick={() => void outAll().catch(() => undefined)}>
            {say('account.devices.all')}
          </Button>
        </div>
      )}
    </section>
  )
}
