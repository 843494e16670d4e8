import { Code, IMAGE_SIZE_MAX } from '@yanshu/contracts'
import { CallError } from '../../platform/http/errors.ts'

/** Another person or window has changed the contact since it was read. */
export class ContactChangedError extends CallError {
  constructor() {
    super(Code.contactChanged)
  }
}

/** The picture of a contact is none, or is larger than 2 MB. */
export class PhotoRefusedError extends CallError {
  constructor(problem: 'missing' | 'type' | 'size') {
    const size = `${IMAGE_SIZE_MAX / 1_048_576} MB`
    if (problem === 'size')
      super(Code.tooLarge, { details: { zh: `头像不超过 ${size}`, en: `a picture has ${size} at most` } })
    else super(problem === 'type' ? Code.fileTypeBlocked : Code.fileNotFound)
  }
}

/** One account may keep so many contacts and no more. */
export class TooManyContactsError extends CallError {
  constructor(most: number) {
    super(Code.tooLarge, { details: { zh: `联系人不超过 ${most} 位`, en: `at most ${most} contacts` } })
  }
}

/** No file of contacts, or one that takes too long to read. */
export class ContactFileRefusedError extends CallError {
  constructor() {
    super(Code.contactFileRefused)
  }
}

/** The account's contacts are being imported or taken back at this moment. */
export class ImportRunningError extends CallError {
  constructor() {
    super(Code.importRunning)
  }
}

export class ImportNotFoundError extends CallError {
  constructor() {
    super(Code.importNotFound)
  }
}
