import { useFormat, useSession } from '@yanshu/shell-api'
import { Icon, VisuallyHidden } from '@yanshu/ui'
import { memo } from 'react'
import { MailRowView, type MailRowViewProps, type RowOfSeveral } from '../list-view/MailRowView.tsx'
import { nameOf } from '../list-view/rowFacts.ts'
import { type ConversationFacts, useConversation } from './conversationFacts.ts'
import css from './conversations.module.css'
import { useConversationT } from './words.ts'

/** A row of a list of conversations: its newest mail with who took part, how many mails it has, and one's own answers. */
export const ConversationRow = memo(function ConversationRow(props: MailRowViewProps) {
  const facts = useConversation(props.mailId)
  const session = useSession()
  const t = useConversationT()
  const own = session.status === 'open' ? (session.user?.emailAddr ?? session.userMail).toLowerCase() : ''
  const of = facts && ofFacts(facts, (address) => (address.toLowerCase() === own ? t('me') : ''))
  return <MailRowView {...props} of={of && { ...of, mark: <Mark facts={facts} /> }} />
})

function ofFacts(
  { people, line, othersUnread }: ConversationFacts,
  nameOfOwn: (address: string) => string,
): Omit<RowOfSeveral, 'mark'> {
  return { names: people.map((one) => nameOfOwn(one.address) || nameOf(one)), unread: othersUnread > 0, line }
}

function Mark({ facts }: { facts: ConversationFacts }) {
  const t = useConversationT()
  const format = useFormat()
  const { count, answered, draft } = facts
  return (
    <>
      {count > 1 && (
        <span className={css.count} title={t('count', { count })}>
          <span aria-hidden="true">{format.count(count)}</span>
          <VisuallyHidden>, {t('count', { count })}</VisuallyHidden>
        </span>
      )}
      {answered && count > 1 && (
        <span className={css.mark} title={t('answered')}>
          <Icon name="reply" size={14} label={t('answered')} />
        </span>
      )}
      {draft && <span className={css.draft}>{t('draft')}</span>}
    </>
  )
}
