import type { Selectable } from 'kysely'
import { escapeXml } from '../../platform/dav/xml.ts'
import type { ApprovalEventTable } from '../../store/database/approval.schema.ts'
import type { Why } from './judgeLetter.ts'
import type { Link } from './links.service.ts'
import type { RecordRow } from './lockedRecord.ts'

export type NoticeRecord = Pick<RecordRow, 'subject' | 'applicant' | 'why' | 'recipients'>
export type Note = Pick<Selectable<ApprovalEventTable>, 'kind' | 'comment' | 'by_name'> | undefined

/** The words of a mail about a record. */
export interface NoticeWords {
  readonly subject: string
  readonly html: string
}

const linkTo = (link: Link | null): string =>
  link
    ? `<p>登录后打开，只能用一次 / Open it once, after you log in: <a href="${escapeXml(link.address)}">${escapeXml(link.address)}</a></p>`
    : ''

/** For who decides: that a mail waits, or that its sender has answered. */
export function waitingWords({ subject, applicant, why }: NoticeRecord, note: Note, link: Link | null): NoticeWords {
  const open = linkTo(link)
  const { name, address } = JSON.parse(applicant) as { name: string; address: string }
  const { zh, en } = JSON.parse(why) as Why
  const [who, shown] = [escapeXml(name || address), escapeXml(subject)]
  if (note?.kind === 'answered') {
    const answer = escapeXml(note.comment)
    return {
      subject: `申请人已答复：${subject}`,
      html: `<p>${who} 就邮件《${shown}》答复：${answer}。邮件仍等待您审批。</p><p>${who} has answered about “${shown}”: ${answer}. The mail still waits for your approval.</p>${open}`,
    }
  }
  return {
    subject: `待审批：${subject}`,
    html: `<p>${who} 的邮件《${shown}》等待您审批：${escapeXml(zh)}。请在“审批”中处理。</p><p>A mail of ${who}, “${shown}”, waits for your approval: ${escapeXml(en)}. Decide about it under “Approval”.</p>${open}`,
  }
}

/** For its sender: what is asked about it, or for whom it was held back. */
export function questionWords({ subject, recipients }: NoticeRecord, note: Note): NoticeWords {
  const [who, question, shown] = [note?.by_name ?? '', note?.comment ?? '', subject].map(escapeXml)
  if (note?.kind === 'held-back') {
    const to = (JSON.parse(recipients) as readonly { readonly address: string }[]).map(({ address }) => address)
    const names = escapeXml(to.join('、'))
    return {
      subject: `部分收件人待审批：${subject}`,
      html: `<p>${who} 已通过邮件《${shown}》，但暂不发给 ${names}：${question}。可在“我的申请”中撤回、修改后重新提交。</p><p>${who} has passed “${shown}”, and holds it back from ${names}: ${question}. Withdraw it under “My applications” to change it.</p>`,
    }
  }
  return {
    subject: `审批人提问：${subject}`,
    html: `<p>${who} 就邮件《${shown}》提问：${question}。请在“我的申请”中答复。</p><p>${who} asks about “${shown}”: ${question}. Answer under “My applications”.</p>`,
  }
}

/**
 * About a letter that is confidential or has a reading password: the notice lies in a mailbox, in its lists and in programs,
 * so it has nothing of the letter, of why it is held, or of what is asked about it.
 */
export function confidentialWords(side: 'approver' | 'sender', note: Note, link: Link | null): NoticeWords {
  if (side === 'sender')
    return {
      subject: '审批人提问：保密邮件 / A question about a confidential letter',
      html: '<p>审批人就您的一封保密邮件提问。请在“我的申请”中查看并答复。</p><p>An approver asks about a confidential letter of yours. See the question and answer it under “My applications”.</p>',
    }
  const isAnswered = note?.kind === 'answered'
  return {
    subject: isAnswered
      ? '申请人已答复：保密邮件 / An answer about a confidential letter'
      : '待审批：保密邮件 / A confidential letter waits for approval',
    html: `<p>${isAnswered ? '申请人已答复。' : ''}一封保密邮件等待您审批。请在“审批”中处理。</p><p>${isAnswered ? 'Its sender has answered. ' : ''}A confidential letter waits for your approval. Decide about it under “Approval”.</p>${linkTo(link)}`,
  }
}
