import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

const WHY = {
  time: {
    zh: '请选择晚于现在、一年以内的时间',
    en: 'choose a time after now and within a year',
  },
  folder: {
    zh: '回收站和垃圾邮件里的邮件请先移出',
    en: 'a mail in the recycle bin or in spam has to be moved out first',
  },
  snooze: {
    zh: '只有收件箱和自建文件夹（未加密）里的邮件可以稍后处理',
    en: 'only mail of the inbox and of folders of your own without a password can be snoozed',
  },
} as const

/** A follow-up cannot be as it was asked for. */
export class FollowUpRefusedError extends CallError {
  constructor(why: keyof typeof WHY) {
    super(Code.followUpRefused, { details: WHY[why] })
  }
}

/** The mailbox has as many follow-ups as it may have (`FOLLOW_UPS_MAX`). */
export class TooManyFollowUpsError extends CallError {
  constructor() {
    super(Code.tooManyRules)
  }
}
