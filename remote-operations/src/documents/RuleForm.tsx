import { type SharingRule, VALID_DAYS_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { queryClient, useQuery } from '@yanshu/shell-api/query'
import { Button, Checkbox, notify, TextField } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import css from './files.module.css'
import { useFilesWords } from './filesWords.ts'
import { Loaded } from './Loaded.tsx'

const KEY = ['operations', 'files', 'rule']

/** What the organisation allows of sharing files. Nothing is changed before it is saved. */
export function RuleForm() {
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => http.get('documents/organisation/rule', {}, { silent: true }),
  })
  return <Loaded query={query}>{(rule) => <Fields key={JSON.stringify(rule)} rule={rule} />}</Loaded>
}

const SWITCHES = [
  ['outside', 'outsideHint'],
  ['codeRequired', 'codeHint'],
  ['viewOnly', 'viewHint'],
  ['watermark', 'watermarkHint'],
] as const

const daysOf = (text: string): number | null =>
  /^\d{1,2}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= VALID_DAYS_MAX ? Number(text) : null

function Fields({ rule }: { rule: SharingRule }) {
  const say = useFilesWords()
  const [form, setForm] = useState(rule)
  const [days, setDays] = useState(String(rule.daysMax))
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const daysMax = daysOf(days)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || daysMax === null) return
    setBusy(true)
    try {
      await http.post('documents/organisation/rule/save', { ...form, daysMax })
      notify.success(say('saved'))
      await queryClient().invalidateQueries({ queryKey: ['operations', 'files'] })
    } catch {
      // The call has shown why.
    } finally {
      setBusy(false)
    }
  }
  const max = VALID_DAYS_MAX
  return (
    <form className={css.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={css.quiet}>{say('rule.lead')}</p>
      {SWITCHES.map(([name, hint]) => (
        <Checkbox
          key={name}
          label={say(`rule.${name}`)}
          hint={say(`rule.${hint}`)}
          checked={form[name]}
          onChange={(checked) => setForm({ ...form, [name]: checked })}
        />
      ))}
      <TextField
        label={say('rule.days')}
        inputMode="numeric"
        value={days}
        onChange={setDays}
        hint={say('rule.daysHint', { max })}
        error={tried && daysMax === null ? say('rule.daysWrong', { max }) : undefined}
      />
      <div>
        <Button variant="primary" type="submit" loading={busy}>
          {say('save')}
        </Button>
      </div>
    </form>
  )
}
