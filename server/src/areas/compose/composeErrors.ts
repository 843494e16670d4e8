import { Code } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

export class DraftSupersededError extends CallError {
  constructor() {
    super(Code.draftSuperseded)
  }
}

/** Another author has the draft, or it cannot be handed to one. */
export class DraftHandRefusedError extends CallError {
  constructor(details: Words) {
    super(Code.draftHandRefused, { details })
  }
}

export class AttachmentMissingError extends CallError {
  /** @param names the files, where their names are known */
  constructor(names: readonly string[] = []) {
    const details = { zh: names.join('、'), en: names.join(', ') }
    super(Code.attachmentMissing, names.length > 0 ? { details } : {})
  }
}

/** Names the addresses, so that the writer knows which ones to correct. */
export class RecipientsRefusedError extends CallError {
  constructor(refused: readonly { address: string; why: { zh: string; en: string } }[]) {
    const list = (language: 'zh' | 'en') =>
      refused
        .slice(0, 20)
        .map(({ address, why }) => `${address} ${why[language]}`)
        .join(language === 'zh' ? '；' : '; ')
    super(Code.recipientsRefused, { details: { zh: list('zh'), en: list('en') } })
  }
}

/** @param names the options that would not be acted on */
export class LetterOptionRefusedError extends CallError {
  constructor(names: readonly string[]) {
    super(Code.letterOptionRefused, { details: { zh: names.join('、'), en: names.join(', ') } })
  }
}

/** A sentence in both languages. */
export interface Words {
  readonly zh: string
  readonly en: string
}

/** A letter that cannot correct the one that it names. */
export class CorrectionRefusedError extends CallError {
  constructor(details: Words) {
    super(Code.correctionRefused, { details })
  }
}

export class SeparatelyRefusedError extends CallError {
  constructor(details: Words) {
    super(Code.separatelyRefused, { details })
  }
}

/** A letter that cannot be signed or encrypted as it is, or came without what the page makes of it. */
export class ProtectionRefusedError extends CallError {
  constructor(details: Words) {
    super(Code.protectionRefused, { details })
  }
}

export class SendTimeRefusedError extends CallError {
  constructor() {
    super(Code.sendTimeRefused)
  }
}

export class AlreadyDeliveredError extends CallError {
  constructor() {
    super(Code.alreadyDelivered)
  }
}

export class MailboxFullError extends CallError {
  constructor() {
    super(Code.storageFull)
  }
}

export class MessageTooLargeError extends CallError {
  constructor(limit: number) {
    const mib = Math.floor(limit / 1_048_576)
    super(Code.tooLarge, {
      details: { zh: `附件和图片合计不能超过 ${mib} MB`, en: `attachments and pictures may be ${mib} MB together` },
    })
  }
}

/** A letter that is read under conditions cannot have files that are fetched by links. */
export class LinkRestrictedError extends CallError {
  constructor(names: readonly string[]) {
    super(Code.linkRestricted, { details: { zh: names.join('、'), en: names.join(', ') } })
  }
}

/** The text of a mail took more time or memory to make ready than one mail may. */
export class BodyTooComplexError extends CallError {
  constructor() {
    super(Code.tooLarge, {
      details: {
        zh: '正文的格式过于复杂，请清除格式或分成几封邮件发送',
        en: 'the formatting of the text is too complex; clear it, or send several mails',
      },
    })
  }
}

export class AttachmentRefusedError extends CallError {
  constructor(name: string, why: 'empty' | 'blocked-type' | 'too-many' | 'too-large' | 'duplicate') {
    const code = { empty: Code.fileEmpty, 'blocked-type': Code.fileTypeBlocked, 'too-large': Code.tooLarge }
    const known = why === 'too-many' || why === 'duplicate' ? Code.badRequest : code[why]
    const details = {
      'too-many': { zh: '附件最多 40 个', en: '40 attachments at most' },
      duplicate: { zh: `附件重名：${name}`, en: `two attachments are called ${name}` },
    }
    super(known, { details: why === 'too-many' || why === 'duplicate' ? details[why] : { zh: name, en: name } })
  }
}
