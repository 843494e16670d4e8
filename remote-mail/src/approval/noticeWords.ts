import type { ApprovalNotice } from '@yanshu/contracts'
import { t } from '@yanshu/shell-api'
import { APPROVAL_WORDS } from './words.ts'

/** What a notice of a record has: a title, and the subject of its mail, '' for a confidential one. */
export function noticeWords({ kind, name, subject }: ApprovalNotice): {
  readonly title: string
  readonly body: string
  readonly open: string
} {
  const say = (key: string, values?: Readonly<Record<string, string>>) => t(APPROVAL_WORDS, `notice.${key}`, values)
  return { title: say(name === '' ? `${kind}Unnamed` : kind, { name }), body: subject, open: say('open') }
}
