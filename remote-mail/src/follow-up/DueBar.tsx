import type { FollowUp } from '@yanshu/contracts'
import { go, useRoute } from '@yanshu/shell-api'
import { Button, Icon } from '@yanshu/ui'
import { useEffect } from 'react'
import { useApprovalNotices } from '../approval/useApprovalNotices.ts'
import { FollowUpDialog } from './FollowUpDialog.tsx'
import css from './followUp.module.css'
import { closeAsked, showNotes, useAsked } from './followUpAsked.ts'
import { endFollowUps, useActiveFollowUps } from './useFollowUps.ts'
import { useFollowUpWords } from './words.ts'

/** Mails that the bar names; the others are in the list. */
const SHOWN = 3

/** What of follow-ups is always there: the marks of rows, the choice that a menu has asked for, and the bar above the inbox. */
export function DueBar() {
  const { path } = useRoute()
  const { data } = useActiveFollowUps()
  const asked = useAsked()
  const list = data?.list
  useApprovalNotices()
  useEffect(() => {
    if (list) showNotes(list)
  }, [list])
  return (
    <>
      {asked && <FollowUpDialog {...asked} before={null} onClose={closeAsked} />}
      {data && data.counts.due > 0 && /^\/inbox\b/.test(path) && (
        <Due list={data.list.filter(({ state }) => state === 'due')} count={data.counts.due} />
      )}
    </>
  )
}

/** Above the inbox: the mails that are to be followed up now, with their notes. */
function Due({ list, count }: { list: readonly FollowUp[]; count: number }) {
  const say = useFollowUpWords()
  return (
    <section className={css.due} aria-label={say('dueRegion')}>
      <div className={css.dueTop} role="status">
        <Icon name="clock" size={16} />
        <strong>{say('due', { count })}</strong>
        <Button size="small" variant="text" onClick={() => go('/followup')}>
          {say('all')}
        </Button>
      </div>
      <ul className={css.dueRows}>
        {list.slice(0, SHOWN).map(({ followUpId, mailId, mailboxId, subject, note, sent, from, to }) => (
          <li key={followUpId} className={css.dueRow}>
            <button type="button" className={css.dueMail} onClick={() => go(`/reply/${mailboxId}/${mailId}`)}>
              <span className={css.dueName}>{sent ? to[0]?.name || to[0]?.address : from.name || from.address}</span>
              <span className={css.dueSubject}>{subject || say('noSubject')}</span>
              {note && <span className={css.dueNote}>{note}</span>}
            </button>
            <Button
              size="small"
              variant="text"
              icon="check"
              onClick={() => void endFollowUps([followUpId]).catch(() => undefined)}
            >
              {say('over')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
