import { type AutoForward, isMailAddress } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, Icon, IconButton, notify, Switch, TextField, undoable } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { useState } from 'react'
import { Setting } from '../find/Setting.tsx'
import { Answered, Page, Section } from '../layout/Page.tsx'
import { useRecentPassword } from '../recent-password/useRecentPassword.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './away.module.css'

/** `/set/forward`: addresses that all mail is passed on to. */
export function ForwardPage() {
  const say = useWords()
  const answer = useAnswer('forward', () => http.get('mail/main/generalConfig/getForward'))
  const { data, put } = answer
  const { run, dialog } = useRecentPassword()
  const save = async (change: Partial<Pick<AutoForward, 'enabled' | 'keepCopy'>>) => {
    if (!data) return
    put({ ...data, ...change })
    const { enabled, keepCopy } = { ...data, ...change }
    const send = (what: Pick<AutoForward, 'enabled' | 'keepCopy'>) =>
      run((options) => http.post('mail/main/generalConfig/saveForward', what, options)).then(put)
    try {
      await send({ enabled, keepCopy })
      undoable(say('saved.saved'), () => {
        send({ enabled: data.enabled, keepCopy: data.keepCopy }).catch(() => undefined)
      })
    } catch {
      put(data)
    }
  }
  const remove = async (address: string) => {
    put(await http.post('mail/main/generalConfig/forward/remove', { address }))
    notify.info(say('away.forward.removed', { address }))
  }
  return (
    <Page page="forward" beside={<p className={page.saved}>{say('saved.atOnce')}</p>}>
      <Answered of={answer}>
        {(data) => (
          <Setting id="autoForward">
            <div className={page.page}>
              <div className={page.section}>
                <Switch
                  label={say('away.forward.enabled')}
                  hint={say('away.forward.lead')}
                  checked={data.enabled}
                  onChange={(enabled) => void save({ enabled })}
                />
                <Switch
                  label={say('away.forward.keepCopy')}
                  hint={say('away.forward.keepCopyHint')}
                  checked={data.keepCopy}
                  onChange={(keepCopy) => void save({ keepCopy })}
                />
                {data.enabled && !data.addresses.some(({ confirmed }) => confirmed) && (
                  <p role="status" className={css.warning}>
                    <Icon name="warning" size={16} />
                    {say('away.forward.needsAddress')}
                  </p>
                )}
              </div>
              <Section title={say('away.forward.addresses')}>
                {data.addresses.length === 0 && <p className={css.lead}>{say('away.forward.none')}</p>}
                <ul className={css.addresses}>
                  {data.addresses.map(({ address, confirmed, outside }) => (
                    <li key={address}>
                      <div className={css.address}>
                        <span>{address}</span>
                        <small data-confirmed={confirmed ? '' : undefined}>
                          {say(`away.forward.${confirmed ? (outside ? 'confirmed' : 'colleague') : 'waiting'}`)}
                        </small>
                      </div>
                      {!confirmed && <Confirm address={address} onConfirmed={put} />}
                      <IconButton
                        icon="close"
                        label={say('away.forward.remove', { address })}
                        onClick={() => void remove(address).catch(() => undefined)}
                      />
                    </li>
                  ))}
                </ul>
                <AddAddress known={data.addresses.map(({ address }) => address)} onAdded={put} />
              </Section>
            </div>
          </Setting>
        )}
      </Answered>
      {dialog}
    </Page>
  )
}

function AddAddress({ known, onAdded }: { known: readonly string[]; onAdded: (forward: AutoForward) => void }) {
  const say = useWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<'wrong' | 'twice' | null>(null)
  const { run, dialog } = useRecentPassword()
  const add = async () => {
    const address = typed.trim()
    const found = isMailAddress(address) ? (known.includes(address.toLowerCase()) ? 'twice' : null) : 'wrong'
    setProblem(found)
    if (found) return
    try {
      const answer = await run((options) => http.post('mail/main/generalConfig/forward/add', { address }, options))
      onAdded(answer)
      setTyped('')
      if (answer.addresses.some((one) => one.address === address.toLowerCase() && !one.confirmed)) {
        notify.success(say('away.forward.sent', { address }))
      }
    } catch {
      // `http` has shown why; what was typed stays.
    }
  }
  return (
    <>
      <form
        className={css.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label={say('away.forward.address')}
          hideLabel
          className={css.grow}
          type="email"
          autoComplete="off"
          placeholder={say('away.forward.placeholder')}
          value={typed}
          error={problem ? say(`away.forward.${problem}`) : undefined}
          onChange={setTyped}
        />
        <Button type="submit">{say('away.forward.add')}</Button>
      </form>
      {dialog}
    </>
  )
}

function Confirm({ address, onConfirmed }: { address: string; onConfirmed: (forward: AutoForward) => void }) {
  const say = useWords()
  const [code, setCode] = useState('')
  const { run, dialog } = useRecentPassword()
  const confirm = async () => {
    try {
      onConfirmed(
        await run((options) =>
          http.post('mail/main/generalConfig/forward/confirm', { address, code: code.trim() }, options),
        ),
      )
      notify.success(say('away.forward.done', { address }))
    } catch {
      setCode('')
    }
  }
  const again = () =>
    run((options) => http.post('mail/main/generalConfig/forward/add', { address }, options)).then(
      () => notify.success(say('away.forward.sent', { address })),
      () => undefined,
    )
  return (
    <>
      <form
        className={css.confirm}
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <TextField
          label={say('away.forward.code', { address })}
          hideLabel
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="000000"
          maxLength={6}
          value={code}
          onChange={setCode}
        />
        <Button type="submit" size="small" disabled={!/^\d{6}$/.test(code.trim())}>
          {say('away.forward.confirm')}
        </Button>
        <Button size="small" variant="text" onClick={() => void again()}>
          {say('away.forward.again')}
        </Button>
      </form>
      {dialog}
    </>
  )
}
