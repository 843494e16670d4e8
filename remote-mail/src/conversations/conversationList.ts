import { WHOLE_MAILS_MAX } from '@yanshu/contracts'
import { http } from '@yanshu/shell-api'
import { notify } from '@yanshu/ui'
import type { MailAction } from '../list-view/mailActions.ts'
import type { OwnList, UnreadFilter } from '../list-window/listQuery.ts'
import { mailbox } from '../mailbox/mailbox.ts'
import { byDayOf, pagingOf, unreadOf } from '../mailbox/pageCall.ts'
import { knownConversations } from './conversationFacts.ts'
import { conversationRules } from './conversationRules.ts'
import { sayConversation } from './words.ts'

/** Actions that are done to the mail that a row shows, and not to its whole conversation. */
const OF_ONE: readonly MailAction[] = ['star', 'reply', 'replyAll', 'forward', 'open']

/** A folder as conversations: the server alone decides which of its mails stand for one. */
export function conversationList(folderId: number, unread: UnreadFilter): OwnList {
  return {
    kind: 'own',
    folderId,
    name: `conversations ${unread}`,
    ...conversationRules(folderId, (id) => knownConversations().of(id)?.sticky === true),
    keepsWhatLeft: unread !== 'any',
    ask: async (start, options) => {
      const call = { ...pagingOf(start), ...byDayOf(start), ...unreadOf(unread), mailboxId: folderId }
      const page = await http.get('mail/email/conversation/list', call, options)
      knownConversations().receive(page.list, page.conversations)
      return page
    },
    askMarked: (before, options) =>
      http.get(
        'mail/email/mailbox/marked',
        { mailboxId: folderId, ...unreadOf(unread), ...(before === null ? {} : { before }) },
        options,
      ),
    whole: {
      of: async (ids, action) => (action && OF_ONE.includes(action) ? ids : wholeConversation(ids)),
      isUnread: (id) => (knownConversations().of(id)?.othersUnread ?? 0) > 0,
    },
  }
}

/**
 * The mails for which rows stand, with their rows known. None, after a word about it, where they could not be read or are
 * too many for one action.
 */
export async function wholeConversation(ids: readonly number[]): Promise<readonly number[]> {
  const known = knownConversations()
  const several = ids.filter((id) => (known.of(id)?.inFolder ?? 2) > 1)
  if (several.length === 0) return ids
  if (several.length > WHOLE_MAILS_MAX) return tooMany()
  const { cache } = mailbox()
  const asOf = cache.now()
  try {
    const { list, of, more } = await http.post('mail/email/conversation/whole', { mailIds: several }, { silent: true })
    if (more) return tooMany()
    const letGo = cache.hold((id) => list.some(({ mailId }) => mailId === id))
    cache.receive(list, { asOf })
    setTimeout(letGo, 0)
    for (const [row, members] of Map.groupBy(list, (_, at) => of[at] ?? 0)) {
      known.learnMembers(
        row,
        members.map(({ mailId }) => mailId),
      )
    }
    return [...new Set([...ids, ...list.map(({ mailId }) => mailId)])]
  } catch {
    notify.error(sayConversation('notRead'))
    return []
  }
}

function tooMany(): readonly number[] {
  notify.warning(sayConversation('tooMany', { count: WHOLE_MAILS_MAX }))
  return []
}
