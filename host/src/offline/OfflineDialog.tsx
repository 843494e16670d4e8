import { OFFLINE_DAYS } from '@yanshu/contracts'
import {
  type Conflict,
  folders,
  go,
  loginScope,
  type OfflineState,
  type OfflineWishes,
  savesData,
  setSavesData,
  useFormat,
  useStore,
  useT,
  type WaitingAction,
  type WaitingLetter,
} from '@yanshu/shell-api'
import { Button, confirm, Dialog, notify, Switch } from '@yanshu/ui'
import { type ReactNode, useState } from 'react'
import css from './offline.module.css'
import { type OfflineParts, useOfflineParts } from './useOfflineParts.ts'

type Say = ReturnType<typeof useT>

/** The outbox, what waits to be synchronised, what was not done, and what is kept on this device. */
export function OfflineDialog({ onClose }: { onClose: () => void }) {
  const say = useT('shell')
  const parts = useOfflineParts()
  return (
    <Dialog
      open
      wide
      title={say('offline.title')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{say('offline.close')}</Button>}
    >
      {parts && <Contents parts={parts} onClose={onClose} />}
    </Dialog>
  )
}

function Contents({ parts, onClose }: { parts: OfflineParts; onClose: () => void }) {
  const say = useT('shell')
  const state = useStore(parts.offlineState)
  const { letters, actions, conflicts } = state
  const [login] = useState(loginScope)
  /** Shown again afterwards, here and in the other windows. */
  const thenShow = (work: Promise<unknown>) =>
    void work
      .then(() => parts.readOffline(login))
      .then(parts.notifyWindows)
      .catch(() => undefined)
  const writeOn = async (name: string) => {
    const path = await parts.takeLetter(login, name)
    thenShow(Promise.resolve())
    onClose()
    if (path) go(path)
  }
  const discard = async (name: string) => {
    const sure = await confirm({
      title: say('offline.discardTitle'),
      text: say('offline.discardText'),
      yes: say('offline.discard'),
      danger: true,
    })
    if (sure) thenShow(parts.dropLetter(login, name))
  }
  const sendNow = (name: string) =>
    thenShow(parts.sendAfterAll(login, name, Date.now()).then(() => parts.sendWaiting(login, true)))
  return (
    <>
      {letters.length + actions.length + conflicts.length === 0 && <p className={css.note}>{say('offline.nothing')}</p>}
      <Rows title={say('offline.outbox')} rows={letters}>
        {({ key, value }, at) => (
          <>
            <LetterFacts letter={value} place={at + 1} />
            {value.refused !== null && (
              <Button size="small" onClick={() => sendNow(key)}>
                {say('offline.sendNow')}
              </Button>
            )}
            <Button size="small" onClick={() => void writeOn(key)}>
              {say('offline.writeOn')}
            </Button>
            <Button size="small" variant="text" onClick={() => void discard(key)}>
              {say('offline.discard')}
            </Button>
          </>
        )}
      </Rows>
      <Rows title={say('offline.waiting')} rows={actions}>
        {({ key, value }, at) => (
          <>
            <Facts main={actionWords(say, value)} more={say('offline.place', { place: at + 1 })} />
            <Button size="small" variant="text" onClick={() => thenShow(parts.dropAction(login, key))}>
              {say('offline.cancel')}
            </Button>
          </>
        )}
      </Rows>
      <Rows title={say('offline.problems')} rows={conflicts}>
        {({ key, value }) => (
          <>
            <Facts main={actionWords(say, value.action)} more={conflictWords(say, value)} />
            <Button size="small" variant="text" onClick={() => thenShow(parts.dropConflict(login, key))}>
              {say('offline.understood')}
            </Button>
          </>
        )}
      </Rows>
      {parts.canKeep() ? <Kept parts={parts} state={state} /> : <p className={css.note}>{say('offline.cannot')}</p>}
      <SavingData />
    </>
  )
}

interface RowsProps<Row extends { readonly key: string }> {
  title: string
  rows: readonly Row[]
  children: (row: Row, at: number) => ReactNode
}

function Rows<Row extends { readonly key: string }>({ title, rows, children }: RowsProps<Row>) {
  if (rows.length === 0) return null
  return (
    <section className={css.section}>
      <h3>{title}</h3>
      <ol className={css.list}>
        {rows.map((row, at) => (
          <li key={row.key} className={css.row}>
            {children(row, at)}
          </li>
        ))}
      </ol>
    </section>
  )
}

const Facts = ({ main, more }: { main: string; more: string }) => (
  <span className={css.facts}>
    <span>{main}</span>
    <span className={css.more}>{more}</span>
  </span>
)

function LetterFacts({ letter: { letter, refused }, place }: { letter: WaitingLetter; place: number }) {
  const say = useT('shell')
  const people = [...letter.to, ...letter.cc, ...letter.bcc].map(({ name, address }) => name || address)
  const why = refused === '' ? say('offline.old') : refused
  const more = [say('offline.place', { place }), say('offline.to', { to: people.join(', ') }), why]
  return <Facts main={letter.subject || say('offline.untitled')} more={more.filter(Boolean).join(' · ')} />
}

/** What an action does, and to how many mails. */
function actionWords(say: Say, { act, mails }: WaitingAction): string {
  return say('offline.ofMails', { act: actWords(say, act), count: mails.length })
}

function actWords(say: Say, act: WaitingAction['act']): string {
  switch (act.kind) {
    case 'seen':
      return say(act.seen ? 'offline.acts.seen' : 'offline.acts.unseen')
    case 'star':
      return say(act.color > 0 ? 'offline.acts.star' : 'offline.acts.unstar')
    case 'sticky':
      return say(act.sticky ? 'offline.acts.sticky' : 'offline.acts.unsticky')
    case 'move': {
      const folder = folders.tree().byId(act.folderId)
      return folder ? say('offline.acts.move', { folder: folders.tree().nameOf(folder) }) : say('offline.acts.moveAway')
    }
    default:
      return say(`offline.acts.${act.kind}`)
  }
}

function conflictWords(say: Say, { gone, elsewhere, refused }: Conflict): string {
  const refusal = refused === null ? '' : say(refused === 0 ? 'offline.tooOld' : 'offline.refusedAction')
  return [
    refusal,
    gone > 0 ? say('offline.gone', { count: gone }) : '',
    elsewhere > 0 ? say('offline.elsewhere', { count: elsewhere }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Whether little is loaded on this device, whatever the line is. */
function SavingData() {
  const say = useT('shell')
  const [on, setOn] = useState(savesData)
  const change = (next: boolean) => {
    setSavesData(next)
    setOn(next)
  }
  return <Switch label={say('offline.saving')} hint={say('offline.savingHint')} checked={on} onChange={change} />
}

/** What is kept, how much room it needs, and what the person has chosen. */
function Kept({ parts, state: { kept, full, files } }: { parts: OfflineParts; state: OfflineState }) {
  const say = useT('shell')
  const { bytes, dayTime } = useFormat()
  const [login] = useState(loginScope)
  const [wishes, setWishes] = useState(() => parts.offlineWishes(login))
  const [busy, setBusy] = useState(false)
  const update = async () => {
    setBusy(true)
    await parts.keepMailsNow(login).catch(() => notify.error(say('offline.updateFailed')))
    setBusy(false)
  }
  const wish = (change: Partial<OfflineWishes>) => {
    const next = { ...wishes, ...change }
    setWishes(next)
    parts.setOfflineWishes(login, next)
    void update()
  }
  return (
    <section className={css.section}>
      <Switch
        label={say('offline.keep')}
        hint={say('offline.keepHint')}
        checked={wishes.keep}
        onChange={(keep) => wish({ keep })}
      />
      <Switch
        label={say('offline.days', { days: OFFLINE_DAYS })}
        hint={say('offline.daysHint')}
        checked={wishes.days}
        disabled={!wishes.keep}
        onChange={(days) => wish({ days })}
      />
      <Switch
        label={say('offline.throughLock')}
        hint={say('offline.throughLockHint')}
        checked={wishes.throughLock}
        disabled={!wishes.keep}
        onChange={(throughLock) => wish({ throughLock })}
      />
      <p className={css.note} role="status">
        {kept
          ? say('offline.kept', {
              mails: kept.mails,
              texts: kept.texts,
              size: bytes(kept.bytes),
              time: dayTime(kept.at),
            })
          : say('offline.keptNothing')}{' '}
        {full && say('offline.full')}
      </p>
      <Button loading={busy} onClick={() => void update()}>
        {say('offline.update')}
      </Button>
      {files.count > 0 && (
        <p className={css.note}>
          {say('offline.files', { count: files.count, size: bytes(files.bytes) })}{' '}
          <Button size="small" variant="text" onClick={() => void parts.dropFiles(login, null).catch(() => undefined)}>
            {say('offline.dropFiles')}
          </Button>
        </p>
      )}
    </section>
  )
}
