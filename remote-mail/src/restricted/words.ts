import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '限制阅读的邮件',
  region: '限制阅读的邮件的正文',
  password: '阅读密码',
  passwordHint: '请向发件人索取',
  passwordRequired: '请输入阅读密码',
  open: '阅读',
  openCounted: '阅读（计一次）',
  goOn: '继续阅读',
  readsLeft: '还可阅读 {{count}} 次',
  readsOf: '已读 {{read}} 次，共可读 {{count}} 次',
  lastReading: '这是最后一次阅读',
  until: '{{time}} 到期',
  burn: '最后一次阅读结束后删除',
  secret: '仅限本人打开',
  burnNow: '读完并删除',
  deleted: '邮件已按发件人的设定删除',
  limits: '不能转发、下载原信或导出正文。请勿拍照外传。',
  filesShut: '附件 {{names}} 不能预览和下载。',
  filesShown: '附件只能在线查看，不能下载。',
  over: {
    read: '已达到阅读次数，正文不再显示。需要内容请联系发件人。',
    expired: '已过有效期，正文不再显示。需要内容请联系发件人。',
    person: '保密邮件只能由收件人本人登录打开。',
    recipient: '发件人没有把这封邮件发给这个邮箱，正文不能打开。',
  },
  failed: '没有读到这封邮件的阅读设定',
  again: '重试',
} as const satisfies MessageTree

export const en = {
  title: 'Letter with restricted reading',
  region: 'Text of the restricted letter',
  password: 'Reading password',
  passwordHint: 'Ask the sender for it',
  passwordRequired: 'Enter the reading password',
  open: 'Read',
  openCounted: 'Read (counts once)',
  goOn: 'Go on reading',
  readsLeft: 'Readings left: {{count}}',
  readsOf: '{{read}} of {{count}} readings used',
  readsOf_one: '{{read}} of one reading used',
  lastReading: 'This is the last reading',
  until: 'Until {{time}}',
  burn: 'Deleted after the last reading',
  secret: 'For you in person',
  burnNow: 'Finish and delete',
  deleted: 'The letter was deleted as its sender chose',
  limits: 'It cannot be forwarded, saved as it came or exported. Please do not photograph it.',
  filesShut: 'The files {{names}} can be neither previewed nor downloaded.',
  filesShown: 'Files are shown in place and cannot be downloaded.',
  over: {
    read: 'It was read as often as it may be, so its text is shown no more. Ask the sender if you need it.',
    expired: 'Its days are over, so its text is shown no more. Ask the sender if you need it.',
    person: 'A confidential letter is opened by its recipient in person.',
    recipient: 'Its sender did not send this letter to this mailbox, so it cannot be opened here.',
  },
  failed: 'How this letter may be read could not be asked',
  again: 'Try again',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
const NS = 'remote-mail-restricted'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useRestrictedWords = () => useT(NS)
