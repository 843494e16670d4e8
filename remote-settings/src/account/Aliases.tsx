import { type GetData, isMailAddress } from '@yanshu/contracts'
import { http, markStale, queryKeys } from '@yanshu/shell-api'
import { Button, confirm, IconButton, notify, TextField, undoable } from '@yanshu/ui'
import { useState } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import css from './account.module.css'

/** The addresses of the account, and the names they carry. */
export function Aliases() {
  const answer = useAnswer('aliases', () => http.get('mail/main/nicknameAndAlias/list'))
  const changed = () => {
    // The push reports it too, but a letter may be begun before it comes.
    markStale(queryKeys.writing)
    answer.retry()
  }
  return <Answered of={answer}>{(data) => <AliasList data={data} retry={changed} />}</Answered>
}

interface AliasListProps {
  data: GetData<'mail/main/nicknameAndAlias/list'>
  retry: () => void
}

function AliasList({ data, retry }: AliasListProps) {
  const say = useWords()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
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
    undoable(say('account.aliases.saved'), async () => {
      await (nickname === ''
        ? http.post('mail/main/nicknameAndAlias/deleteNickname', { emailAddr: address })
        : http.post('mail/main/nicknameAndAlias/saveNickname', { emailAddr: address, nickname }))
      onSaved()
    })
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
