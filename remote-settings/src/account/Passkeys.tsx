import type { GetData } from '@yanshu/contracts'
import { fetchPart, http, useFormat } from '@yanshu/shell-api'
import { Button, IconButton, notify, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { Answered } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { AskPassword } from './AskPassword.tsx'
import css from './account.module.css'
import { passkeyHindrance } from './passkeyHindrance.ts'

type PasskeyAnswer = GetData<'user/passkey/list'>
type Passkey = PasskeyAnswer['list'][number]

/** What the browser needs to make a passkey; fetched when the user makes one. */
const fetchMaker = () => fetchPart(() => import('./makePasskey.ts'))

/** The passkeys of the account: each opens the mailbox without a password. */
export function Passkeys() {
  const answer = useAnswer('passkeys', () => http.get('user/passkey/list'))
  return <Answered of={answer}>{(data) => <PasskeyList data={data} retry={answer.retry} />}</Answered>
}

function PasskeyList({ data, retry }: { data: PasskeyAnswer; retry: () => void }) {
  const say = useWords()
  const { mailTime } = useFormat()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  const hindrance = passkeyHindrance()
  const nameOf = ({ name }: Passkey) => name || say('account.passkeys.unnamed')
  const remove = async (password: string) => {
    if (!removing) return
    await http.post('user/passkey/remove', { id: removing.id, password })
    setRemoving(null)
    retry()
    notify.success(say('account.passkeys.removed'))
  }
  return (
    <div className={css.form}>
      {data.list.length === 0 && <p>{say('account.passkeys.none')}</p>}
      {data.list.length > 0 && (
        <ul className={css.rows}>
          {data.list.map((one) => (
            <li key={one.id} className={css.row}>
              <span className={css.grow}>
                {nameOf(one)}
                <small className={css.lead}>
                  {say('account.passkeys.created', { time: mailTime(one.createdAt) })} ·{' '}
                  {one.lastUsedAt === null
                    ? say('account.clients.unused')
                    : say('account.clients.used', { time: mailTime(one.lastUsedAt) })}
                </small>
              </span>
              <IconButton
                icon="trash"
                danger
                label={say('account.passkeys.remove', { name: nameOf(one) })}
                onClick={() => setRemoving(one)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={css.actions}>
        <Button icon="plus" disabled={data.left === 0 || hindrance !== null} onClick={() => setAdding(true)}>
          {say('account.passkeys.add')}
        </Button>
      </div>
      {hindrance && <p className={css.lead}>{say(`account.passkeys.${hindrance}`)}</p>}
      {adding && (
        <AddPasskey
          onAdded={() => {
            setAdding(false)
            retry()
            notify.success(say('account.passkeys.added'))
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {removing && (
        <AskPassword
          title={say('account.passkeys.remove', { name: nameOf(removing) })}
          onGiven={remove}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

interface AddPasskeyProps {
  onAdded: () => void
  onClose: () => void
}

/** Asks for a name and the password, then lets the browser make the passkey. */
function AddPasskey({ onAdded, onClose }: AddPasskeyProps) {
  const say = useWords()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (password: string) => {
    setProblem(null)
    const { makePasskey, refusalOf } = await fetchMaker()
    try {
      await makePasskey(name.trim(), password)
    } catch (error) {
      const refusal = refusalOf(error)
      setProblem(refusal && say(`account.passkeys.${refusal}`))
      throw error
    }
    onAdded()
  }
  return (
    <AskPassword title={say('account.passkeys.add')} problem={problem} onGiven={add} onClose={onClose}>
      <p>{say('account.passkeys.how')}</p>
      <TextField
        data-autofocus
        label={say('account.passkeys.name')}
        placeholder={say('account.passkeys.namePlaceholder')}
        maxLength={60}
        value={name}
        onChange={setName}
      />
    </AskPassword>
  )
}
