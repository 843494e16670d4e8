import type { MessageTree } from '@yanshu/contracts'
import { addMessages, t, useT } from '@yanshu/shell-api'

export const zh = {
  tab: '首次来信',
  switch: '首次来信先等我决定',
  hint: '从没有往来的人第一次写来的邮件先放入“首次来信”文件夹，不提醒。同事的来信、对我们邮件的回复、验证码和确认邮件照常进入收件箱；有收信规则的按规则处理。',
  off: '首次来信直接进入收件箱',
  offText: '打开后，第一次写来的人由您决定是否放行。',
  none: '没有等待决定的发件人',
  noneText: '第一次写来的人会列在这里。',
  list: '等待决定的发件人',
  failed: '没有读到首次来信',
  failedAdvice: '请检查网络后重试',
  closed: '“首次来信”文件夹有密码，请先在左侧打开它',
  count: '{{count}} 封',
  latest: '最近 {{time}}',
  openFolder: '查看这些邮件',
  more: '还有 {{count}} 位发件人，处理后会继续列出。',
  in: '放行',
  inOf: '放行 {{name}}',
  out: '拒收',
  outOf: '拒收 {{name}}',
  letIn: '已放行 {{name}}，邮件已移至收件箱',
  letOut: '已拒收 {{name}}，邮件已移至垃圾邮件；可在设置的“邮件分类”中取消',
  turnedOn: '首次来信将先等您决定',
  turnedOff: '已关闭，{{count}} 封邮件移至收件箱',
  card: '首次来信',
  cardText: '{{name}} 的来信在等您决定。',
} as const satisfies MessageTree

export const en = {
  tab: 'First contacts',
  switch: 'Hold first mail until I decide',
  hint: 'The first mail of people you have never been in touch with goes to the folder "First contacts", without a notification. Mail of colleagues, answers to our letters, codes and confirmations go to the inbox as before; mail that a rule moves goes where the rule says.',
  off: 'First mail goes to the inbox',
  offText: 'Once this is on, you decide about people who write for the first time.',
  none: 'No sender waits',
  noneText: 'People who write for the first time show here.',
  list: 'Senders that wait',
  failed: 'The first contacts could not be read',
  failedAdvice: 'Check the network and try again',
  closed: 'The folder "First contacts" has a password. Open it in the sidebar first',
  count: '{{count}} mails',
  count_one: 'one mail',
  latest: 'latest {{time}}',
  openFolder: 'Show these mails',
  more: '{{count}} more senders show once these are decided.',
  more_one: 'One more sender shows once these are decided.',
  in: 'Let in',
  inOf: 'Let in {{name}}',
  out: 'Keep out',
  outOf: 'Keep out {{name}}',
  letIn: '{{name}} is let in; the mail is in the inbox',
  letOut: '{{name}} is kept out; the mail is in Spam. You can end that under "Rules" in the settings',
  turnedOn: 'First mail waits until you decide',
  turnedOff: 'Turned off; {{count}} mails moved to the inbox',
  turnedOff_one: 'Turned off; one mail moved to the inbox',
  card: 'First contact',
  cardText: 'You have not decided about {{name}} yet.',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code, in both languages. */
const NS = 'remote-mail-screener'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useScreenerWords = () => useT(NS)
export const sayScreener = (key: string, values?: Readonly<Record<string, string | number>>): string =>
  t(NS, key, values)
