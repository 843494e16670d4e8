import type { ClientDetail, ClientScope, Device, GetData } from '@yanshu/contracts'
import { http, useFormat, useSwitch } from '@yanshu/shell-api'
import { Button, Checkbox, confirm, Dialog, Icon, IconButton, notify, Switch, TextField } from '@yanshu/ui'
import { copyText } from '@yanshu/ui/letter'
import { useState } from 'react'
import { FormDialog } from '../layout/FormDialog.tsx'
import { Answered, Page, Section } from '../layout/Page.tsx'
import { useRecentPassword } from '../recent-password/useRecentPassword.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** `/set/client`: programs of others with their codes, and the devices that are logged in. */
export function ClientPage() {
  const say = useWords()
  const clients = useSwitch('mailClient')
  return (
    <Page page="client">
      {clients && (
        <Section id="clientCodes" title={say('account.clients.title')} lead={say('account.clients.lead')}>
          <Clients />
        </Section>
      )}
      <Section id="devices" title={say('account.devices.title')}>
        <Devices />
      </Section>
    </Page>
  )
}

function Clients() {
  const answer = useAnswer('clients', () => http.get('user/client/detail'))
  return <Answered of={answer}>{(data) => <ClientForm data={data} put={answer.put} />}</Answered>
}

function ClientForm({ data, put }: { data: ClientDetail; put: (next: ClientDetail) => void }) {
  const say = useWords()
  const { mailTime } = useFormat()
  const [making, setMaking] = useState(false)
  const user = useAnswer('user', () => http.get('user/info'))
  const send = (shown: ClientDetail, call: Promise<ClientDetail>) => {
    put(shown)
    call.then(put, () => put(data))
  }
  const revoke = async (codeId: number) => {
    put(await http.get('user/client/cancelPassword', { codeId }))
    notify.info(say('account.clients.revoked'))
  }
  return (
    <>
      <Switch
        label={say('account.clients.enabled')}
        checked={data.enabled}
        onChange={(enabled) => send({ ...data, enabled }, http.post('user/client/stateByUser', { enabled }))}
      />
      {data.protocols.map(({ scope, enabled, address, servers }) => (
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
            {address !== '' && (
              <div>
                <dt>{say('account.clients.server')}</dt>
                <dd>{`${location.origin}${address}`}</dd>
              </div>
            )}
            {servers.map(({ host, port, security }) => (
              <div key={port}>
                <dt>{say('account.clients.server')}</dt>
                <dd>
                  {say('account.clients.hostAndPort', { host, port })}
                  <small className={css.lead}> {say(`account.clients.security.${security}`)}</small>
                </dd>
              </div>
            ))}
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
        {data.codes.map(({ codeId, name, scopes, enabled, createdAt, lastUsedAt }) => (
          <li key={codeId} className={css.row}>
            <Switch
              className={css.grow}
              label={name || say('account.clients.unnamed')}
              hint={
                <>
                  {scopes.map((scope) => say(`account.clients.protocol.${scope}`)).join(' · ')} ·{' '}
                  {say('account.clients.created', { time: mailTime(createdAt) })} ·{' '}
                  {lastUsedAt === null
                    ? say('account.clients.unused')
                    : say('account.clients.used', { time: mailTime(lastUsedAt) })}
                </>
              }
              checked={enabled}
              disabled={!data.enabled}
              onChange={(on) => {
                const codes = data.codes.map((one) => (one.codeId === codeId ? { ...one, enabled: on } : one))
                send({ ...data, codes }, http.post('mail/client/updateStatus', { codeId, enabled: on }))
              }}
            />
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
      {making && <CodeDialog protocols={data.protocols} onMade={put} onClose={() => setMaking(false)} />}
    </>
  )
}

interface CodeDialogProps {
  protocols: ClientDetail['protocols']
  onMade: (detail: ClientDetail) => void
  onClose: () => void
}

/** Makes a code, and shows it this once. */
function CodeDialog({ protocols, onMade, onClose }: CodeDialogProps) {
  const say = useWords()
  const [name, setName] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [scopes, setScopes] = useState<readonly ClientScope[]>(() => protocols.map(({ scope }) => scope))
  const [checked, setChecked] = useState(false)
  const { run, dialog } = useRecentPassword()
  const make = async () => {
    setChecked(true)
    if (scopes.length === 0) return
    const made = await run((options) =>
      http.get('user/client/generatePassword', { name: name.trim(), scopes: scopes.join(',') }, options),
    )
    setCode(made.code)
    onMade(made.detail)
  }
  if (code !== null) return <MadeCode code={code} onClose={onClose} />
  return (
    <>
      <FormDialog
        className={css.form}
        title={say('account.clients.make')}
        submit={say('account.clients.make')}
        onSubmit={make}
        onClose={onClose}
      >
        <TextField
          data-autofocus
          label={say('account.clients.name')}
          placeholder={say('account.clients.namePlaceholder')}
          maxLength={100}
          value={name}
          onChange={setName}
        />
        {protocols.length > 1 && (
          <fieldset className={css.scopes}>
            <legend>{say('account.clients.scopes')}</legend>
            {protocols.map(({ scope }) => (
              <Checkbox
                key={scope}
                label={say(`account.clients.protocol.${scope}`)}
                checked={scopes.includes(scope)}
                onChange={(on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
              />
            ))}
          </fieldset>
        )}
        {checked && scopes.length === 0 && (
          <p role="alert" className={css.problem}>
            {say('account.clients.scopeRequired')}
          </p>
        )}
      </FormDialog>
      {dialog}
    </>
  )
}

/** Shown this once. */
function MadeCode({ code, onClose }: { code: string; onClose: () => void }) {
  const say = useWords()
  const copy = () => copyText(code, { done: say('account.clients.copied'), failed: say('account.clients.notCopied') })
  return (
    <Dialog
      open
      title={say('account.clients.make')}
      onClose={onClose}
      footer={
        <>
          <Button icon="copy" onClick={() => void copy()}>
            {say('account.clients.copy')}
          </Button>
          <Button variant="primary" data-autofocus="" onClick={onClose}>
            {say('account.clients.close')}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <p role="status">{say('account.clients.shown')}</p>
        <p className={css.code}>
          <code>{code}</code>
        </p>
      </div>
    </Dialog>
  )
}

function Devices() {
  const answer = useAnswer('devices', () => http.get('mail/client/list'))
  return <Answered of={answer}>{({ list }) => <DeviceList list={list} put={answer.put} />}</Answered>
}

type DeviceAnswer = GetData<'mail/client/list'>

function DeviceList({ list, put }: DeviceAnswer & { put: (next: DeviceAnswer) => void }) {
  const say = useWords()
  const { mailTime } = useFormat()
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
    <>
      <ul className={css.rows}>
        {list.map((one) => (
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
      {list.filter(({ kind }) => kind === 'session').length > 1 && (
        <div>
          <Button variant="danger" icon="logout" onClick={() => void outAll().catch(() => undefined)}>
            {say('account.devices.all')}
          </Button>
        </div>
      )}
    </>
  )
}
