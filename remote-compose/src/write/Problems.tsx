import { RECIPIENTS_MAX } from '@yanshu/contracts'
import { useStore, useT } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { everybody } from '@yanshu/ui/people'
import { type ReactNode, useEffect, useState } from 'react'
import { isValid } from '../recipients/recipientLists.ts'
import type { Composer } from './composer.ts'
import { NS } from './namespace.ts'
import css from './write.module.css'

/** Problems that are shown beside their field. */
const AT_FIELD: ReadonlySet<string> = new Set(['recipient-required', 'subject-required', 'subject-too-long'])

/** What stands in the way, each once, with what to do. */
export function Problems({ composer, onReplaced }: { composer: Composer; onReplaced: () => void }) {
  const say = useT(NS)
  const { draft, letter, problems, sendError } = useStore(composer.state)
  const others = problems.filter((problem) => !AT_FIELD.has(problem))
  // A letter that comes back brings its reason. Screen readers announce what changes in a region they know already.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])
  if (!ready) return <div aria-live="assertive" />
  return (
    <div aria-live="assertive">
      {draft.phase === 'conflict' && (
        <Banner text={say('conflict.text')}>
          <Button size="small" onClick={() => void composer.keepMine()}>
            {say('conflict.mine')}
          </Button>
          <Button size="small" onClick={() => void composer.takeTheirs().then((theirs) => theirs && onReplaced())}>
            {say('conflict.theirs')}
          </Button>
        </Banner>
      )}
      {draft.phase === 'gone' && (
        <Banner text={say('gone.text')}>
          <Button size="small" onClick={() => void composer.saveAsNew()}>
            {say('gone.saveAsNew')}
          </Button>
        </Banner>
      )}
      {draft.phase === 'refused' && <Banner text={say('draft.refusedWhy', { why: draft.message ?? '' })} />}
      {draft.journalFailed && <Banner text={say('draft.journalFailed')} />}
      {sendError && (
        <Banner text={sendError.message}>
          {sendError.again && (
            <Button size="small" onClick={() => void composer.send()}>
              {say('send.again')}
            </Button>
          )}
        </Banner>
      )}
      {others.map((problem) => (
        <Banner
          key={problem}
          text={say(`problems.${problem}`, {
            max: RECIPIENTS_MAX,
            now: everybody(letter.recipients).filter(isValid).length,
          })}
        />
      ))}
    </div>
  )
}

function Banner({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={css.banner}>
      <Icon name="warning" />
      <span className={css.bannerText}>{text}</span>
      {children}
    </div>
  )
}
