import { type AutoReply, saysSomething, zoneOfPerson } from '@yanshu/contracts'
import { http, lazyPart, markStale, perLogin, useFormat, usePush, useSettings } from '@yanshu/shell-api'
import { Button, Checkbox, notify, Segmented, Select, Switch, TextField, undoable } from '@yanshu/ui'
import { DateTimeField } from '@yanshu/ui/dates'
import page from '@yanshu/ui/settingsPage.module.css'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { ColumnTitles } from '../columns/ColumnTitles.tsx'
import { Setting } from '../find/Setting.tsx'
import { Answered, Page } from '../layout/Page.tsx'
import { Paged } from '../layout/Paged.tsx'
import { RichText } from '../rich/LazyRichText.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './away.module.css'
import { correctedPeriod, keptReply } from './replyForm.ts'
import { momentOfWall, wallOfMoment } from './wallTime.ts'

const StandIn = lazyPart(() => import('../stand-in/StandIn.tsx'))

const WEEK = 7 * 86_400_000

/** `/set/autoreply`: the answer while one is away, and whom it has answered. */
export function ReplyPage() {
  const say = useWords()
  const answer = useAnswer('reply', () => http.get('mail/main/generalConfig/getReply'))
  const { data, put } = answer
  return (
    <Page
      page="autoreply"
      beside={
        data && (
          <p className={page.saved} data-state={data.enabled ? 'saved' : 'idle'}>
            {say(data.enabled ? 'away.reply.on' : 'away.reply.off')}
          </p>
        )
      }
    >
      <Answered of={answer} lines={8}>
        {(data) => (
          <Setting id="autoReply">
            <ReplyForm key={JSON.stringify(data)} reply={data} onSaved={put} />
          </Setting>
        )}
      </Answered>
      <Suspense>
        <StandIn />
      </Suspense>
      <ReplyLog />
    </Page>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={page.row}>
      <span aria-hidden="true" className={page.name}>
        {name}
      </span>
      <div className={page.control}>{children}</div>
    </div>
  )
}

/** What was written and not saved: it is shown again after a visit to another page. */
const unsaved = perLogin<{ form: { readonly reply: AutoReply; readonly isDifferent: boolean } | null }>(() => ({
  form: null,
}))

function ReplyForm({ reply, onSaved }: { reply: AutoReply; onSaved: (reply: AutoReply) => void }) {
  const say = useWords()
  const { general, weekStart } = useSettings()
  const zone = zoneOfPerson(general)
  const [left] = useState(unsaved)
  const [form, setForm] = useState(left.form?.reply ?? reply)
  const [isDifferent, setDifferent] = useState(left.form?.isDifferent ?? reply.outside !== '')
  const [checked, setChecked] = useState(false)
  const [saving, setSaving] = useState(false)
  /** Another number where the texts begin anew. */
  const [discarded, setDiscarded] = useState(0)
  const set = (change: Partial<AutoReply>) => setForm((now) => ({ ...now, ...change }))
  const isLimited = form.startAt !== null || form.endAt !== null
  const isChanged = JSON.stringify(keptReply(form, isDifferent)) !== JSON.stringify(reply)
  const empty = checked && form.enabled && !saysSomething(form.inside)
  useEffect(() => {
    left.form = isChanged ? { reply: form, isDifferent } : null
  }, [left, form, isDifferent, isChanged])

  const limit = (limited: boolean) => {
    const from = Math.ceil(Date.now() / 3_600_000) * 3_600_000
    set(limited ? { startAt: from, endAt: from + WEEK } : { startAt: null, endAt: null })
  }
  const setMoment = (name: 'startAt' | 'endAt', wall: string | undefined) => {
    const next = { startAt: form.startAt, endAt: form.endAt, [name]: momentOfWall(wall, zone) }
    const { corrected, ...period } = correctedPeriod(next, name)
    if (corrected) notify.warning(say('away.reply.endEarly'))
    set(period)
  }
  const save = async () => {
    setChecked(true)
    if (form.enabled && !saysSomething(form.inside)) return
    setSaving(true)
    try {
      const saved = await http.post('mail/main/generalConfig/saveReply', keptReply(form, isDifferent))
      left.form = null
      onSaved(saved)
      undoable(say(form.enabled ? 'away.reply.on' : 'away.reply.off'), async () =>
        onSaved(await http.post('mail/main/generalConfig/saveReply', reply)),
      )
    } catch {
      // `http` has shown why; what was typed stays.
    } finally {
      setSaving(false)
    }
  }
  const discard = () => {
    setForm(reply)
    setDifferent(reply.outside !== '')
    setChecked(false)
    setDiscarded(discarded + 1)
  }
  const moment = (name: 'startAt' | 'endAt') => (
    <DateTimeField
      label={say(name === 'startAt' ? 'away.reply.start' : 'away.reply.end')}
      value={form[name] === null ? undefined : wallOfMoment(form[name], zone)}
      hours12={general.timeFormat === 12}
      now={wallOfMoment(Date.now(), zone).slice(0, 16)}
      weekStart={weekStart}
      onChange={(wall) => setMoment(name, wall)}
    />
  )

  return (
    <div className={page.section}>
      <Switch
        label={say('away.reply.enabled')}
        hint={say('away.reply.lead')}
        checked={form.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <Row name={say('away.reply.period')}>
        <Segmented
          label={say('away.reply.period')}
          hideLabel
          value={isLimited ? 'between' : 'always'}
          options={(['always', 'between'] as const).map((value) => ({ value, label: say(`away.reply.${value}`) }))}
          onChange={(value) => limit(value === 'between')}
        />
        {isLimited && (
          <div className={css.period}>
            {moment('startAt')}
            {moment('endAt')}
          </div>
        )}
      </Row>
      <Row name={say('away.reply.subject')}>
        <TextField
          label={say('away.reply.subject')}
          hideLabel
          value={form.subject}
          maxLength={100}
          hint={say('away.reply.subjectHint')}
          onChange={(subject) => set({ subject })}
        />
      </Row>
      <Text name={say('away.reply.inside')} error={empty ? say('away.reply.insideEmpty') : undefined}>
        <RichText
          key={discarded}
          label={say('away.reply.inside')}
          hint={say('away.reply.toolbar.hint')}
          html={form.inside}
          refusal={say('signatures.onlyPictures')}
          pictures
          onChange={(inside) => set({ inside })}
        />
      </Text>
      <p className={css.lead}>{say('away.reply.hint')}</p>
      <Row name={say('away.reply.outsideTo')}>
        <Select
          label={say('away.reply.outsideTo')}
          hideLabel
          value={form.outsideTo}
          options={(['all', 'known', 'nobody'] as const).map((value) => ({ value, label: say(`away.reply.${value}`) }))}
          onChange={(outsideTo) => set({ outsideTo })}
        />
      </Row>
      {form.outsideTo !== 'nobody' && (
        <>
          <Checkbox label={say('away.reply.different')} checked={isDifferent} onChange={setDifferent} />
          {isDifferent && (
            <Text name={say('away.reply.outside')}>
              <RichText
                key={discarded}
                label={say('away.reply.outside')}
                hint={say('away.reply.toolbar.hint')}
                html={form.outside}
                refusal={say('signatures.onlyPictures')}
                pictures
                onChange={(outside) => set({ outside })}
              />
            </Text>
          )}
        </>
      )}
      <div className={css.foot}>
        <Button variant="primary" loading={saving} disabled={!isChanged} onClick={() => void save()}>
          {say('away.reply.save')}
        </Button>
        {isChanged && <Button onClick={discard}>{say('away.reply.discard')}</Button>}
        <span role="status" className={css.lead}>
          {isChanged ? say('away.reply.unsaved') : ''}
        </span>
      </div>
    </div>
  )
}

function Text({ name, error, children }: { name: string; error?: string | undefined; children: ReactNode }) {
  return (
    <div className={css.text}>
      <span aria-hidden="true">{name}</span>
      {children}
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
    </div>
  )
}

const REPLY_COLUMNS = ['time', 'sender', 'mail', 'result'] as const

/** Whom the answer has answered, and whom not and why. */
function ReplyLog() {
  const say = useWords()
  const { mailTime } = useFormat()
  const id = useId()
  const { data } = useAnswer('replyLog', () => http.get('mail/main/generalConfig/replyLog'))
  // What arrives is answered, or not, as it is delivered.
  usePush((message) => {
    const arrives = message.optType === 'mail' || (message.optType === 'mailbox' && message.change === 'added')
    if (arrives) markStale(['settings', 'replyLog'])
  })
  if (!data) return null
  return (
    <Setting id="replyLog">
      <section aria-labelledby={id} className={page.section}>
        <div>
          <h2 id={id}>{say('away.reply.log')}</h2>
          <p className={css.lead}>{say(data.list.length > 0 ? 'away.reply.logLead' : 'away.reply.logEmpty')}</p>
        </div>
        {data.list.length > 0 && (
          <Paged list={data.list} label={say('away.reply.log')}>
            {(rows) => (
              <table aria-labelledby={id} className={css.table}>
                <ColumnTitles
                  table="replies"
                  columns={REPLY_COLUMNS.map((column) => ({ id: column, title: say(`away.reply.${column}`) }))}
                  rest="mail"
                />
                <tbody>
                  {rows.map(({ at, sender, subject, reason }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log have no names
                    <tr key={index}>
                      <td>{mailTime(at)}</td>
                      <td>{sender || say('away.reply.nobodyNamed')}</td>
                      <td>{subject}</td>
                      <td data-answered={reason === null ? '' : undefined}>
                        {reason === null ? say('away.reply.answered') : say(`away.reply.reasons.${reason}`)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </Paged>
        )}
      </section>
    </Setting>
  )
}
