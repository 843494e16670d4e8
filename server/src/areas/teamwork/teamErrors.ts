import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** The mailbox is of one person: there is no team. */
export class NoTeamError extends CallError {
  constructor() {
    super(Code.forbidden, {
      details: {
        zh: '只有公共邮箱的成员可以一起处理邮件',
        en: 'only members of a public mailbox work on mails together',
      },
    })
  }
}

/** Another member has answered the mail; the sender is asked whether this answer goes as well. */
export class AnsweredAlreadyError extends CallError {
  /** @param who the name of that person, '' where it is not known; @param at in epoch milliseconds */
  constructor(who: string, at: number, timeZone: number) {
    const time = new Date(at + timeZone * 3_600_000).toISOString().slice(5, 16).replace('T', ' ')
    super(Code.answeredAlready, { details: { zh: `${who} ${time}`.trim(), en: `${who}, ${time}`.replace(/^, /, '') } })
  }
}
