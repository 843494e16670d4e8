import type { Attachment } from '@yanshu/contracts'
import { createPartUploadsTo, type PartCalls, type PartUploads } from '@yanshu/files/upload'
import { http, type LoginScope } from '@yanshu/shell-api'

/** Among the uploads of the mailbox, to go with a letter. */
const OF_MAILBOX: PartCalls<Attachment> = {
  async begin(asked, options) {
    const { file, ...begun } = await http.post('file/upload/begin', asked, options)
    return { ...begun, done: file }
  },
  send: (bytes, query, options) => http.upload('file/upload/part', bytes, { ...options, query }),
  finish: (uploadId, options) => http.post('file/upload/finish', { uploadId }, options),
  cancel: (uploadId, options) => http.post('file/upload/cancel', { uploadId }, options),
}

/** Makes what uploads the long files of one letter, each of which it remembers. */
export const createPartUploads = (login: LoginScope): PartUploads<Attachment> => createPartUploadsTo(OF_MAILBOX, login)
