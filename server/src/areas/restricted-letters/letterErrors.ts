import { Code, type RestrictedState } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

const WHY: Record<NonNullable<RestrictedState['over']>, { zh: string; en: string }> = {
  read: { zh: '已达到阅读次数', en: 'it was read as often as it may be' },
  expired: { zh: '已过有效期', en: 'its days are over' },
  person: { zh: '保密邮件只能由收件人本人打开', en: 'a confidential letter is opened by its recipient in person' },
  recipient: { zh: '发件人没有把它发给这个邮箱', en: 'its sender did not send it to this mailbox' },
}

/** A letter can be opened no more, or not by this person. */
export class LetterOverError extends CallError {
  constructor(why: NonNullable<RestrictedState['over']>) {
    super(Code.letterOver, { details: WHY[why] })
  }
}

export class ReadPasswordWrongError extends CallError {
  constructor() {
    super(Code.readPasswordWrong)
  }
}

/** Letters with conditions are switched off for the account. */
export class ReadingSwitchedOffError extends CallError {
  constructor() {
    super(Code.forbidden, {
      details: {
        zh: '管理员没有开启限制阅读，请去掉限制后发送',
        en: 'restricted reading is not switched on; remove it',
      },
    })
  }
}

/** The letter is to have a reading password, and the call brings none. */
export class ReadPasswordMissingError extends CallError {
  constructor() {
    super(Code.readPasswordMissing)
  }
}
