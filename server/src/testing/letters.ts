import type { PostBody } from '@yanshu/contracts'

let request = 0

/** A letter to 李娜 as a client sends it, with a request id of its own. */
export const sending = (mail: Partial<PostBody<'mail/email/send'>> = {}): PostBody<'mail/email/send'> => ({
  kind: 'new',
  sourceMailId: null,
  mailId: null,
  requestId: `request-${++request}`,
  to: [{ name: '李娜', address: 'li.na@yanshu.test' }],
  cc: [],
  bcc: [],
  subject: '会议纪要',
  html: '<p>请看<b>纪要</b></p>',
  fileIds: [],
  ...mail,
})

/** A draft as a client saves it the first time. */
export const drafting = (draft: Partial<PostBody<'mail/email/drafts'>> = {}): PostBody<'mail/email/drafts'> => ({
  kind: 'new',
  sourceMailId: null,
  mailId: null,
  revision: null,
  to: [],
  cc: [],
  bcc: [],
  subject: '草稿',
  html: '<p>还没写完</p>',
  fileIds: [],
  ...draft,
})
