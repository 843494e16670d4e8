import { Code, type SettingsPageProps } from '@yanshu/contracts'
import { ApiError, addMessages, http, lazyPart, markStale, usePush } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, confirm, ErrorCard, notify, Skeleton } from '@yanshu/ui'
import page from '@yanshu/ui/settingsPage.module.css'
import { Suspense, useId, useState } from 'react'
import { UnlockDialog } from '../dialogs/UnlockDialog.tsx'
import { useRecentPassword } from '../dialogs/useRecentPassword.tsx'
import css from '../keys.module.css'
import { askKeys, closeKeys, type KeyList, useOpenKeys } from '../open/keyring.ts'
import type { ReencryptMailsProps } from '../reencrypt/ReencryptMails.tsx'
import { useWords } from '../useWords.ts'
import { ChangePinDialog } from './ChangePinDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { KeyCard } from './KeyCard.tsx'
import { KnownCertificates } from './KnownCertificates.tsx'
import { LetterDefaults } from './LetterDefaults.tsx'
import { MakeKeyDialog } from './MakeKeyDialog.tsx'
import { SearchDefaults } from './ReadingDefaults.tsx'
import { TryMail } from './TryMail.tsx'
import { en, zh } from './words.ts'

addMessages('remote-keys', 'zh', zh)
addMessages('remote-keys', 'en', en)

const ReencryptMails = lazyPart<ReencryptMailsProps>(() => import('../reencrypt/ReencryptMails.tsx'))

const LIST = ['keys', 'list']

/** `/set/smime`: the keys of the person for signed and encrypted mail, and their PIN. */
export default function KeysPage(_: SettingsPageProps) {
  const say = useWords()
  const { data, error, refetch } = useQuery({ queryKey: LIST, queryFn: () => askKeys(), staleTime: 0 })
  usePush((message) => {
    const changed = message.optType === 'mailbox' && message.change === 'settings'
    if (changed || (message.optType === 'ready' && message.missed)) markStale(LIST)
  })
  return (
    <div className={page.page}>
      <header className={page.head}>
        <h1>{say('title')}</h1>
      </header>
      {error && !data ? (
        <ErrorCard
          what={error instanceof ApiError ? error.message : say('loadFailed')}
          advice={say(isAnothers(error) ? 'ownAdvice' : 'loadAdvice')}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <Sections keys={data} onChanged={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

/** Whether the mailbox is one that the person has switched to. */
const isAnothers = (error: unknown) => error instanceof ApiError && error.code === Code.ownerOnly

type DialogName = 'make' | 'import' | 'unlock' | 'change'

function Sections({ keys, onChanged }: { keys: KeyList; onChanged: () => void }) {
  const say = useWords()
  const heading = useId()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const { run, question } = useRecentPassword()
  const close = () => setDialog(null)
  const done = (sentence: string) => {
    close()
    notify.success(sentence)
    onChanged()
  }
  const keeping = { hasPin: keys.pin, escrow: keys.escrow, run, onDone: done, onClose: close }
  return (
    <>
      <Standing keys={keys} onUnlock={() => setDialog('unlock')} />
      <section aria-labelledby={heading} className={page.section}>
        <div>
          <h2 id={heading}>{say('keys.title')}</h2>
          <p className={page.hint}>{say('keys.lead')}</p>
        </div>
        {keys.list.length === 0 && <p>{say('keys.none')}</p>}
        <ul className={css.keys}>
          {keys.list.map((one) => (
            <KeyCard key={one.keyId} heldKey={one} run={run} onChanged={onChanged} />
          ))}
        </ul>
        <div className={css.actions}>
          <Button icon="plus" variant="primary" onClick={() => setDialog('make')}>
            {say('keys.make')}
          </Button>
          <Button icon="upload" onClick={() => setDialog('import')}>
            {say('keys.import')}
          </Button>
        </div>
      </section>
      <LetterDefaults />
      <KnownCertificates />
      <SearchDefaults />
      <TryMail />
      {keys.list.length > 0 && (
        <Suspense fallback={<Skeleton lines={3} />}>
          <ReencryptMails keys={keys} />
        </Suspense>
      )}
      {keys.pin && <PinSection keys={keys} run={run} onChange={() => setDialog('change')} onReset={done} />}
      {dialog === 'make' && <MakeKeyDialog {...keeping} />}
      {dialog === 'import' && <ImportDialog {...keeping} />}
      {dialog === 'change' && <ChangePinDialog {...keeping} />}
      {dialog === 'unlock' && <UnlockDialog smsOffered={keys.smsOffered} onOpened={close} onClose={close} />}
      {question}
    </>
  )
}

/** Whether the keys are open, and how to change that. */
function Standing({ keys, onUnlock }: { keys: KeyList; onUnlock: () => void }) {
  const say = useWords()
  const heading = useId()
  const open = useOpenKeys()
  return (
    <section aria-labelledby={heading} className={page.section}>
      <div>
        <h2 id={heading}>{say('intro.title')}</h2>
        <p className={page.hint}>{say('intro.lead')}</p>
      </div>
      <p role="status">{say(keys.pin ? (open ? 'intro.open' : 'intro.closed') : 'intro.none')}</p>
      {open && open.damaged.length > 0 && (
        <p className={css.problem}>{say('intro.damaged', { count: open.damaged.length })}</p>
      )}
      {keys.pin && (
        <div>
          {open ? (
            <Button icon="lock" onClick={closeKeys}>
              {say('intro.close')}
            </Button>
          ) : (
            <Button icon="lock" onClick={onUnlock}>
              {say('intro.unlock')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

interface PinSectionProps {
  keys: KeyList
  run: ReturnType<typeof useRecentPassword>['run']
  onChange: () => void
  onReset: (sentence: string) => void
}

function PinSection({ keys, run, onChange, onReset }: PinSectionProps) {
  const say = useWords()
  const heading = useId()
  const reset = async () => {
    const count = keys.list.filter(({ opens }) => opens).length
    const words = { title: say('forget.title'), text: say('forget.text', { count }), yes: say('forget.yes') }
    if (!(await confirm({ ...words, danger: true }))) return
    try {
      await run((options) => http.post('mail/keyms/resetKey', {}, options))
    } catch {
      // http has shown why, or the password was not entered.
      return
    }
    closeKeys()
    onReset(say('forget.done'))
  }
  return (
    <section aria-labelledby={heading} className={page.section}>
      <h2 id={heading}>{say('pin.title')}</h2>
      <div className={css.actions}>
        <Button onClick={onChange}>{say('pin.change')}</Button>
        <Button variant="text" onClick={() => void reset()}>
          {say('pin.forgotten')}
        </Button>
      </div>
    </section>
  )
}
