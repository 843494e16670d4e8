import { TEAM_COMMENT_MAX, type TeamState } from '@yanshu/contracts'
import { http, useFormat } from '@yanshu/shell-api'
import { Avatar, Button, IconButton, Select, TextArea } from '@yanshu/ui'
import { type FormEvent, useState } from 'react'
import { nameOf } from '../list-view/rowFacts.ts'
import css from './team.module.css'
import { keepTeam } from './useTeam.ts'
import { useTeamWords } from './words.ts'

/** The comments of members beside a mail, and a field for one's own, which may ask a colleague to look at it. */
export function Comments({ mailId, state }: { mailId: number; state: TeamState }) {
  const say = useTeamWords()
  const { dayTime } = useFormat()
  const [text, setText] = useState('')
  const [ask, setAsk] = useState('')
  const [busy, setBusy] = useState(false)
  const tooLong = [...text.trim()].length > TEAM_COMMENT_MAX
  const act = async (work: () => Promise<TeamState>) => {
    setBusy(true)
    try {
      keepTeam(mailId, await work())
      return true
    } catch {
      // `http` has shown why; what was entered stays.
      return false
    } finally {
      setBusy(false)
    }
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || tooLong || text.trim() === '') return
    const body = { mailId, text: text.trim(), ask: ask === '' ? null : ask }
    if (await act(() => http.post('mail/email/team/comment', body))) {
      setText('')
      setAsk('')
    }
  }
  return (
    <div className={css.comments}>
      {state.comments.length > 0 && (
        <ul className={css.list}>
          {state.comments.map(({ commentId, author, text: words, at, asked, own }) => (
            <li key={commentId} className={css.comment}>
              <Avatar name={author?.name ?? ''} address={author?.address ?? ''} size={24} />
              <div>
                <p className={css.quiet}>
                  {author ? nameOf(author) : say('gone')} · {dayTime(at)}
                  {asked && ` · ${say('asked', { name: nameOf(asked) })}`}
                </p>
                <p className={css.words}>{words}</p>
              </div>
              {own && (
                <IconButton
                  icon="trash"
                  size="small"
                  label={say('remove')}
                  disabled={busy}
                  onClick={() => void act(() => http.post('mail/email/team/uncomment', { mailId, commentId }))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextArea
          label={say('write')}
          rows={2}
          error={tooLong ? say('tooLong', { count: TEAM_COMMENT_MAX }) : undefined}
          value={text}
          onChange={setText}
        />
        <Select
          label={say('ask')}
          hint={say('askHint')}
          value={ask}
          options={[
            { value: '', label: say('askNone') },
            ...state.members
              .filter(({ address }) => address !== state.me)
              .map((member) => ({ value: member.address, label: nameOf(member) })),
          ]}
          onChange={setAsk}
        />
        <Button type="submit" size="small" variant="primary" loading={busy} disabled={text.trim() === ''}>
          {say('send')}
        </Button>
      </form>
    </div>
  )
}
