import type { MessageTree } from '@yanshu/contracts'
import { addMessages, useT } from '@yanshu/shell-api'

export const zh = {
  title: '恢复已删除邮件',
  lead: '彻底删除的邮件在 30 天内可以恢复到原来的文件夹。设有密码的文件夹中的邮件和草稿除外。',
  refresh: '刷新',
  list: '可以恢复的邮件',
  none: '没有可以恢复的邮件',
  noneText: '彻底删除的邮件会在这里保留 30 天。',
  failed: '没有读到已删除的邮件',
  failedAdvice: '请检查网络后重试',
  noSubject: '（无主题）',
  facts: '{{time}} 删除，可恢复至 {{until}}',
  select: '选择邮件：{{subject}}',
  all: '全选',
  restore: '恢复',
  restoring: '正在恢复…',
  restored: '已恢复 {{count}} 封邮件',
  more: '更早删除的',
} as const satisfies MessageTree

export const en = {
  title: 'Restore deleted mail',
  lead: 'Mail that was deleted for good can be restored to its folder within 30 days, but drafts and mail of folders with a password.',
  refresh: 'Refresh',
  list: 'Mail that can be restored',
  none: 'There is no mail to restore',
  noneText: 'Mail that is deleted for good stays here for 30 days.',
  failed: 'The deleted mail could not be read',
  failedAdvice: 'Check the network and try again',
  noSubject: '(no subject)',
  facts: 'deleted {{time}}, can be restored until {{until}}',
  select: 'Select mail: {{subject}}',
  all: 'Select all',
  restore: 'Restore',
  restoring: 'Restoring…',
  restored: '{{count}} mails restored',
  restored_one: 'One mail restored',
  more: 'Deleted earlier',
} as const satisfies MessageTree

/** A namespace of its own: the words come with the code of this page, in both languages. */
const NS = 'remote-mail-deleted'

addMessages(NS, 'zh', zh)
addMessages(NS, 'en', en)

export const useDeletedWords = () => useT(NS)
