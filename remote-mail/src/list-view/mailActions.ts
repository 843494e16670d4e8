/** What the keys and bars of a list do with mails. */
export type MailAction =
  | 'star'
  | 'delete'
  | 'seen'
  | 'unseen'
  | 'move'
  | 'label'
  | 'reply'
  | 'replyAll'
  | 'forward'
  | 'open'

/** Actions that are done to one mail. */
const FOR_ONE: readonly MailAction[] = ['reply', 'replyAll', 'forward', 'open']

export const isForOne = (action: MailAction): boolean => FOR_ONE.includes(action)
