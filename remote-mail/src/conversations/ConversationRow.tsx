import { useFormat, useSession } from '@yanshu/shell-api'
import { Icon, VisuallyHidden } from '@yanshu/ui'
import { memo } from 'react'
import { MailRowView, type MailRowViewProps, type RowOfSeveral } from '../list-view/MailRowView.tsx'
import { nameOf } from '../list-view/rowFacts.ts'
import { type ConversationFacts, useConversation } from './conversationFacts.ts'
import css from './conversations.module.css'
import { useConversationWords } from './words.ts'

/** A row of a list of conversations: its newest mail with who took part, how many mails it has, and one's own answers. */
export const ConversationRow = memo(function ConversationRow(props: MailRowViewProps) {
  const facts = useConversation(props.mailId)
  return <MailRowView {...props} of={facts && ofFacts(facts)} />
})

const ofFacts = (facts: ConversationFacts): RowOfSeveral => ({
  sender: facts.count > 1 ? <Sender facts={facts} /> : undefined,
  unread: facts.othersUnread > 0,
  line: facts.line,
})

/** Names are cut where there is no room for them; how many mails there are is not. */
function Sender({ facts: { people, count, answered, draft } }: { facts: ConversationFacts }) {
  const say = useConversationWords()
  const format = useFormat()
  const session = useSession()
  const own = session.status === 'open' ? (session.user?.emailAddr ?? session.userMail).toLowerCase() : ''
  const names = people.map((one) => (one.address.toLowerCase() === own ? say('me') : nameOf(one)))
  return (
    <span className={css.sender}>
      <span className={css.names}>{format.people(names)}</span>
      <span className={css.count} title={say('count', { count })}>
        <span aria-hidden="true">{format.count(count)}</span>
        <VisuallyHidden>, {say('count', { count })}</VisuallyHidden>
      </span>
      {answered && (
        <span className={css.mark} title={say('answered')}>
          <Icon name="reply" size={14} label={say('answered')} />
        </span>
      )}
      {draft && <span className={css.draft}>{say('draft')}</span>}
    </span>
  )
}
