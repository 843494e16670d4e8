import { Code, type SlotProps } from '@yanshu/contracts'
import { ApiError, http, intents, loginScope, useFormat } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Button, Icon } from '@yanshu/ui'
import css from '../keys.module.css'
import { type OpenKeys, useOpenKeys } from '../open/keyring.ts'
import { OpenKeysButton } from '../reading/ProtectedMail.tsx'
import { useWords } from '../useWords.ts'
import { countOpened, findOpened, forgetOpened, type OpenedHit } from './openedIndex.ts'

interface FoundMail extends OpenedHit {
  readonly mailboxId: number
}

/** Hits whose mail is still there and in no closed folder: the index of this device does not know either. */
async function hitsOf({ vault }: OpenKeys, keyword: string): Promise<FoundMail[]> {
  const login = loginScope()
  const found: FoundMail[] = []
  for (const hit of await findOpened(vault, keyword)) {
    try {
      const { mailId } = hit
      const { mailboxId } = await http.post('mail/email/detail', { mailId }, { silent: true, login })
      found.push({ ...hit, mailboxId })
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.mailNotFound) await forgetOpened(vault, hit.mailId)
    }
  }
  return found
}

/** Mails that were opened with a key on this device and have the word that is searched. The server does not search them. */
export default function OpenedHits({ keyword }: SlotProps<'search.above'>) {
  const say = useWords()
  const { mailTime } = useFormat()
  const open = useOpenKeys()
  const { data: count = 0 } = useQuery({
    queryKey: ['keys', 'opened', open !== null],
    queryFn: () => countOpened(open?.vault ?? null),
    staleTime: 0,
    retry: false,
  })
  const { data: hits = [] } = useQuery({
    // What was opened is forgotten with the keys: it is kept in no cache.
    queryKey: ['keys', 'opened', keyword, open !== null],
    queryFn: () => (open ? hitsOf(open, keyword) : []),
    enabled: open !== null && count > 0,
    gcTime: 0,
    retry: false,
  })
  if (count === 0) return null
  if (!open) {
    return (
      <div className={css.hits}>
        <p className={css.lead}>{say('search.closed', { count })}</p>
        <OpenKeysButton />
      </div>
    )
  }
  if (hits.length === 0) return null
  return (
    <section className={css.hits} aria-label={say('search.title')}>
      <p className={css.lead}>{say('search.title')}</p>
      <ul className={css.lines}>
        {hits.map(({ mailId, mailboxId, subject, from, date }) => (
          <li key={mailId} className={css.line}>
            <Icon name="lock" />
            <Button
              variant="text"
              onClick={() => void intents.send('mail.open', { mailId, mailboxId }).catch(() => undefined)}
            >
              {say('search.hit', { subject: subject || say('again.noSubject'), from, time: mailTime(date) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
