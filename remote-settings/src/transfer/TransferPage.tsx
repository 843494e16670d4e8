import { Code, nameInSentence, type PostBody, type SettingsPart, type SettingsPartPlan } from '@yanshu/contracts'
import { ApiError, http, saveBlob } from '@yanshu/shell-api'
import { Button, Checkbox, Icon, notify, undoable } from '@yanshu/ui'
import css from '@yanshu/ui/settingsPage.module.css'
import { useRef, useState } from 'react'
import { Page, Section } from '../layout/Page.tsx'
import { useRecentPassword } from '../recent-password/useRecentPassword.tsx'
import { useWords } from '../useWords.ts'

type SettingsFile = PostBody<'mail/main/settings/preview'>['file']

/** Bytes of a file that is read; the longest templates need some two mebibytes. */
const FILE_MAX = 6 * 1_024 * 1_024

interface Chosen {
  readonly name: string
  readonly file: SettingsFile
  readonly plans: readonly SettingsPartPlan[]
}

/** `/set/transfer`: all settings to a file, and from one, after it was shown what that changes. */
export function TransferPage() {
  const say = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState('')
  const { run, dialog } = useRecentPassword()

  const download = async () => {
    const file = await http.get('mail/main/settings/file')
    const day = new Date(file.exportedAt).toISOString().slice(0, 10)
    saveBlob(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), `yanshu-settings-${day}.json`)
  }
  const read = async (given: File) => {
    setChosen(null)
    setProblem('')
    try {
      if (given.size > FILE_MAX) throw new Error('too large')
      const file: SettingsFile = JSON.parse(await given.text())
      const { parts } = await http.post('mail/main/settings/preview', { file }, { silent: true })
      setChosen({ name: nameInSentence(given.name), file, plans: parts })
    } catch (error) {
      // Only an answer about the file means that the file is of no use.
      const isOther = error instanceof ApiError && error.code !== Code.badRequest
      setProblem(isOther ? error.message : say('transfer.unreadable', { name: nameInSentence(given.name) }))
    }
  }

  return (
    <Page page="transfer">
      <Section id="settingsExport" title={say('transfer.export')} lead={say('transfer.exportLead')}>
        <div>
          <Button icon="download" onClick={() => void download().catch(() => undefined)}>
            {say('transfer.download')}
          </Button>
        </div>
      </Section>
      <Section id="settingsImport" title={say('transfer.import')} lead={say('transfer.importLead')}>
        <div>
          <Button icon="upload" onClick={() => input.current?.click()}>
            {say('transfer.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label={say('transfer.choose')}
            onChange={({ target }) => {
              const [given] = target.files ?? []
              // The same file may be chosen again after it was changed.
              target.value = ''
              if (given) void read(given)
            }}
          />
        </div>
        {problem && (
          <p role="alert" className={css.saved} data-state="failed">
            <Icon name="warning" size={16} />
            {problem}
          </p>
        )}
        {chosen && <Preview key={chosen.name} {...chosen} run={run} onDone={() => setChosen(null)} />}
      </Section>
      {dialog}
    </Page>
  )
}

const changes = ({ added, changed }: SettingsPartPlan) => added + changed

interface PreviewProps extends Chosen {
  /** Asks for the password on the page, which outlasts the preview: an import is taken back after it has closed. */
  run: ReturnType<typeof useRecentPassword>['run']
  onDone: () => void
}

/** What the file would change, part by part; what is chosen is taken over. */
function Preview({ name, file, plans, run, onDone }: PreviewProps) {
  const say = useWords()
  const [parts, setParts] = useState<readonly SettingsPart[]>(() =>
    plans.filter((plan) => changes(plan) > 0).map(({ part }) => part),
  )
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const { importId } = await run((options) =>
        http.post('mail/main/settings/apply', { file, parts: [...parts] }, options),
      )
      onDone()
      undoable(say('transfer.done'), () => {
        run((options) => http.post('mail/main/settings/undo', { importId }, options)).then(
          () => notify.info(say('transfer.undone')),
          () => undefined,
        )
      })
    } catch {
      setBusy(false)
    }
  }
  const facts = (plan: SettingsPartPlan) =>
    plan.broken
      ? say('transfer.broken')
      : [
          plan.added > 0 && say('transfer.added', { count: plan.added }),
          plan.changed > 0 && say('transfer.changed', { count: plan.changed }),
          plan.same > 0 && say('transfer.same', { count: plan.same }),
        ]
          .filter(Boolean)
          .join(' · ')
  return (
    <section aria-label={say('transfer.preview', { name })} className={css.page}>
      <p>{say('transfer.preview', { name })}</p>
      {plans.map((plan) => (
        <div key={plan.part}>
          <Checkbox
            label={say(`transfer.parts.${plan.part}`)}
            hint={facts(plan)}
            checked={parts.includes(plan.part)}
            disabled={changes(plan) === 0}
            onChange={(on) => setParts(on ? [...parts, plan.part] : parts.filter((one) => one !== plan.part))}
          />
          {plan.left.length > 0 && (
            <ul className={css.hint}>
              {plan.left.map((one) => (
                <li key={one.name}>{say(`transfer.left.${one.why}`, { name: one.name })}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <div>
        <Button variant="primary" loading={busy} disabled={parts.length === 0} onClick={() => void take()}>
          {say('transfer.apply')}
        </Button>{' '}
        <Button onClick={onDone}>{say('cancel')}</Button>
      </div>
    </section>
  )
}
