import { BLIND_COPIES_MAX, type MailAddress, type OptionedLetter } from '@yanshu/contracts'
import { useSession } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { Icon } from '@yanshu/ui'
import { sentenceOf } from '../crypto/fetchCms.ts'
import css from '../keys.module.css'
import { useWords } from '../useWords.ts'
import { askReadiness } from './askReadiness.ts'
import type { Readiness } from './readiness.ts'
import { stateWords } from './stateWords.ts'
import type { Wish } from './wish.ts'

export interface ReadinessLinesProps {
  readonly letter: OptionedLetter
  readonly wish: Wish
}

/** Whether the letter can be signed, and to whom it can be encrypted, with what to do where it cannot. */
export default function ReadinessLines({ letter, wish }: ReadinessLinesProps) {
  const say = useWords()
  const session = useSession()
  const from = letter.from || (session.status === 'open' ? session.userMail : '')
  const recipients = letter.recipients.filter(({ address }) => address.includes('@'))
  const { data, error } = useQuery({
    queryKey: ['keys', 'readiness', from, recipients.map(({ address }) => address.toLowerCase()).toSorted()],
    queryFn: () => askReadiness({ from, recipients }),
    // A certificate may have come since the option was chosen last.
    staleTime: 0,
    retry: false,
    placeholderData: (before: Awaited<ReturnType<typeof askReadiness>> | undefined) => before,
  })
  if (error) return <p className={css.problem}>{sentenceOf(error, say)}</p>
  if (!data) return null
  const { readiness } = data
  return (
    <div role="status">
      <ul className={css.lines}>
        {wish.sign && readiness.signingProblem && (
          <Line tone="doubt" words={say(`write.signing.${readiness.signingProblem}`)} />
        )}
        {wish.encrypt !== 'no' && <EncryptingLines readiness={readiness} wish={wish} blind={letter.blind} />}
      </ul>
    </div>
  )
}

interface EncryptingProps {
  readonly readiness: Readiness
  readonly wish: Wish
  /** Those in Bcc. */
  readonly blind: readonly MailAddress[]
}

function EncryptingLines({ readiness: { own, recipients }, wish, blind: inBcc }: EncryptingProps) {
  const say = useWords()
  const blind = inBcc.length
  const hidden = new Set(inBcc.map(({ address }) => address.trim().toLowerCase()))
  const unready = recipients.filter(({ state }) => state !== 'ready')
  const opens = ({ address }: { address: string }) =>
    wish.byCode === true && wish.encrypt === 'always' && !hidden.has(address)
  const missing = unready.filter((one) => !opens(one))
  const byCode = unready.filter(opens)
  const ready = recipients.length - unready.length
  const isPossible = own.length > 0 && missing.length === 0 && blind <= BLIND_COPIES_MAX
  return (
    <>
      {own.length === 0 && <Line tone="doubt" words={say('write.ownMissing')} />}
      {blind > BLIND_COPIES_MAX && (
        <Line tone="doubt" words={say('write.barriers.blind', { count: BLIND_COPIES_MAX })} />
      )}
      {missing.map((one) => (
        <Line key={one.address} tone="doubt" words={stateWords(one, say)} more={say(`write.advice.${one.state}`)} />
      ))}
      {byCode.map(({ address, name }) => (
        <Line key={address} tone="good" words={say('write.opensByCode', { who: name || address })} />
      ))}
      {isPossible && recipients.length > 0 && (
        <Line
          tone="good"
          words={ready > 0 ? say('write.everybody', { count: ready }) : say('write.ownCopy')}
          more={say(wish.hideSubject ? 'write.subjectHidden' : 'write.readable')}
        />
      )}
      {isPossible && blind > 0 && <Line tone="good" words={say('write.blindCopies', { count: blind })} />}
      {!isPossible && wish.encrypt === 'possible' && <Line tone="doubt" words={say('write.leavesPlain')} />}
    </>
  )
}

function Line({ tone, words, more }: { tone: 'good' | 'doubt'; words: string; more?: string }) {
  return (
    <li className={css.line} data-tone={tone}>
      <Icon name={tone === 'good' ? 'lock' : 'warning'} />
      <span>
        {words}
        {more && <small>{more}</small>}
      </span>
    </li>
  )
}
