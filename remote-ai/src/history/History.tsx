import type { AssistantAnswer } from '@yanshu/contracts'
import { http, intents, markStale, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import {
  Button,
  confirm,
  EmptyState,
  ErrorCard,
  Icon,
  IconButton,
  type IconName,
  Skeleton,
  TextField,
} from '@yanshu/ui'
import { useEffect, useState } from 'react'
import css from '../drawer/drawer.module.css'
import { dropReplies, showKept, showTab } from '../engine/assistant.ts'
import { useWords } from '../useWords.ts'
import { wishes } from '../write/wishes.ts'
import own from './history.module.css'

const ICONS: Readonly<Record<AssistantAnswer['type'], IconName>> = {
  1: 'ai',
  2: 'compose',
  3: 'reply',
  4: 'doc',
  5: 'shield',
}
const TABS = { 1: 'chat', 2: 'write', 3: 'write', 4: 'summary', 5: 'risk' } as const
/** Milliseconds without another letter before the history is searched. */
const TYPING_MS = 200

/** What was asked before, in any window, found by its words. */
export function History() {
  const say = useWords()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  const [before, setBefore] = useState<readonly AssistantAnswer[]>([])
  const last = before.at(-1)?.id
  const { data, isError, refetch } = useQuery({
    queryKey: ['assistant', 'history', 'list', keyword, last],
    queryFn: ({ signal }) =>
      http.get(
        'mail/main/ai/history',
        { keyword, ...(last === undefined ? {} : { before: last }) },
        { signal, silent: true },
      ),
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      setKeyword(typed.trim())
      setBefore([])
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const list = [...before, ...(data?.list ?? [])]

  const remove = async (ids: readonly string[] | null) => {
    const done = await http.post('mail/main/ai/history/delete', { ids: ids && [...ids] }).catch(() => null)
    // The shell has shown why not.
    if (!done) return
    dropReplies(ids)
    setBefore(ids === null ? [] : before.filter(({ id }) => !ids.includes(id)))
    markStale(['assistant', 'history'])
  }
  const clear = async () => {
    const title = say('history.clear')
    if (await confirm({ title, text: say('history.clearText'), yes: title, danger: true })) await remove(null)
  }
  const show = (answer: AssistantAnswer) => {
    showKept(answer)
    if (answer.type === 2 || answer.type === 3) {
      const about = answer.type === 3 && answer.mailId !== null ? { mailId: answer.mailId, subject: '' } : null
      wishes.mine().set({ ...wishes.mine().get(), reply: answer.type === 3, gist: answer.title, about })
    }
    showTab(TABS[answer.type])
    if (answer.mailId !== null && answer.mailboxId !== null) {
      void intents.send('mail.open', { mailId: answer.mailId, mailboxId: answer.mailboxId })
    }
  }
  return (
    <>
      <TextField
        label={say('history.search')}
        hideLabel
        icon="search"
        clearable
        placeholder={say('history.search')}
        value={typed}
        onChange={setTyped}
      />
      {isError && <ErrorCard what={say('history.failed')} onRetry={() => void refetch()} />}
      {!data && !isError && list.length === 0 && <Skeleton lines={6} />}
      {data && list.length === 0 && (
        <EmptyState scene="nothing" title={say(keyword === '' ? 'history.none' : 'history.notFound')} />
      )}
      <ol className={own.entries} aria-label={say('history.title')}>
        {list.map((answer) => (
          <Entry key={answer.id} answer={answer} onShow={show} onRemove={() => void remove([answer.id])} />
        ))}
      </ol>
      {list.length > 0 && (
        <div className={css.row}>
          {data?.more && (
            <Button size="small" variant="soft" onClick={() => setBefore(list)}>
              {say('history.more')}
            </Button>
          )}
          <Button size="small" variant="text" icon="trash" onClick={() => void clear()}>
            {say('history.clear')}
          </Button>
        </div>
      )}
    </>
  )
}

interface EntryProps {
  answer: AssistantAnswer
  onShow: (answer: AssistantAnswer) => void
  onRemove: () => void
}

function Entry({ answer, onShow, onRemove }: EntryProps) {
  const say = useWords()
  const format = useFormat()
  const { type, title, text, at } = answer
  return (
    <li className={own.entry}>
      <button type="button" className={own.entryBody} onClick={() => onShow(answer)}>
        <Icon name={ICONS[type]} />
        <span className={own.entryText}>
          <span className={own.entryTitle}>{title || say('history.untitled')}</span>
          <span className={own.entryLine}>{text.replaceAll(/\s+/g, ' ').slice(0, 120)}</span>
          <span className={css.quiet} title={format.exactTime(at)}>
            {say(`history.kinds.${type}`)} · {format.mailTime(at)}
          </span>
        </span>
      </button>
      <IconButton icon="trash" size="small" label={say('history.remove', { title })} onClick={onRemove} />
    </li>
  )
}
