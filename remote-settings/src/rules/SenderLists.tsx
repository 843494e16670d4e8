import { type ListedSender, senderPattern } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { Button, IconButton, TextField } from '@yanshu/ui'
import { useState } from 'react'
import { Section } from '../layout/Page.tsx'
import { useAnswer } from '../useAnswer.ts'
import { useWords } from '../useWords.ts'
import { askBeforeBlocking } from './askBefore.ts'
import css from './rules.module.css'

/** Blocked and allowed senders and domains. */
export function SenderLists() {
  const { data, put } = useAnswer('senders', () => http.get('mail/mailClassify/senders'))
  if (!data) return null
  return (
    <>
      {(['blocked', 'allowed'] as const).map((kind) => (
        <SenderList key={kind} kind={kind} senders={data.list.filter((one) => one.kind === kind)} onChange={put} />
      ))}
    </>
  )
}

interface SenderListProps {
  kind: ListedSender['kind']
  senders: readonly ListedSender[]
  onChange: (answer: { list: ListedSender[] }) => void
}

function SenderList({ kind, senders, onChange }: SenderListProps) {
  const say = useWords()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState(false)
  const add = async () => {
    const pattern = senderPattern(typed)
    setWrong(pattern === null)
    if (pattern === null) return
    if (kind === 'blocked' && !(await askBeforeBlocking(say, pattern))) return
    try {
      onChange(await http.post('mail/mailClassify/senders/save', { kind, patterns: [pattern] }))
      setTyped('')
    } catch {
      // `http` has shown why; what was typed stays.
    }
  }
  const remove = (pattern: string) =>
    http.post('mail/mailClassify/senders/delete', { patterns: [pattern] }).then(onChange, () => undefined)
  return (
    <Section id={kind} title={say(`rules.senders.${kind}`)} lead={say(`rules.senders.${kind}Lead`)}>
      <form
        className={css.addSender}
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          label={say(kind === 'blocked' ? 'rules.senders.addBlocked' : 'rules.senders.addAllowed')}
          hideLabel
          className={css.sender}
          placeholder={say('rules.senders.placeholder')}
          value={typed}
          error={wrong ? say('rules.senders.wrong') : undefined}
          onChange={setTyped}
        />
        <Button type="submit">{say('rules.senders.add')}</Button>
      </form>
      {senders.length > 0 && (
        <ul className={css.senders}>
          {senders.map(({ pattern }) => (
            <li key={pattern}>
              <span>{pattern.replace(/^@/, '')}</span>
              {pattern.startsWith('@') && <small>{say('rules.senders.domain')}</small>}
              <IconButton
                icon="close"
                size="small"
                label={say('rules.senders.remove', { pattern })}
                onClick={() => void remove(pattern)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
