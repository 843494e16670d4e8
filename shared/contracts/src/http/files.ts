import { z } from 'zod'
import { Code } from '../codes.ts'
import { get, ok, post } from './define.ts'
import { attachment } from './mail.ts'
import { named } from './names.ts'

const blob = z.unknown()

export const fileCalls = [
  post('file/upload', {
    title: 'Upload one attachment; field `file`, streamed',
    sends: 'multipart',
    data: attachment,
    errors: [Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull],
  }),
  post('file/uploaddel', {
    title: 'Forget an uploaded file',
    body: z.object({ fileId: named('file', z.string().min(1).max(80)) }),
    data: ok,
  }),
  post('file/uploadMailPicture', {
    title: 'Upload a picture for the text of a mail; field `file`',
    sends: 'multipart',
    data: z.object({ id: z.string(), url: z.string() }),
    errors: [Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull],
  }),
  get('file/showSendMailPicture/{id}', {
    title: 'A picture of a mail being written',
    access: 'file',
    params: { id: 'file' },
    data: blob,
    answers: 'blob',
    errors: [Code.fileNotFound, Code.fileDamaged],
  }),
  get('file/download/{id}', {
    title: 'Download an attachment (Range supported)',
    access: 'file',
    params: { id: 'file' },
    data: blob,
    answers: 'blob',
    errors: [Code.fileNotFound, Code.fileDamaged],
  }),
  get('file/show/{id}', {
    title:
      'Show an attachment in place: pictures, PDF and plain text only; with `previewEnable` off, pictures of the text',
    access: 'file',
    params: { id: 'file' },
    data: blob,
    answers: 'blob',
    errors: [Code.forbidden, Code.fileNotFound, Code.fileTypeBlocked, Code.fileDamaged],
  }),
  get('file/mail/{mailId}', {
    title: 'The mail as it came, message/rfc822',
    access: 'file',
    params: { mailId: 'mail' },
    data: blob,
    answers: 'blob',
    errors: [Code.mailNotFound, Code.fileDamaged],
  }),
  get('file/folder/{folderId}', {
    title: 'A folder as an mbox file (mboxrd), the oldest mail first',
    access: 'file',
    params: { folderId: 'folder' },
    data: blob,
    answers: 'blob',
    errors: [Code.folderNotFound, Code.folderClosed],
  }),
  get('file/archive/{token}', {
    title: 'The archive of the account, by a link of `user/archive/link`',
    access: 'file',
    data: blob,
    answers: 'blob',
    errors: [Code.notFound, Code.fileDamaged],
  }),
  get('file/remoteImage', {
    title: 'A remote picture of a mail, fetched by the server so that the sender learns nothing of the reader',
    access: 'file',
    query: z.object({ url: z.url({ protocol: /^https?$/ }).max(4_000) }),
    data: blob,
    answers: 'blob',
    errors: [Code.upstreamFailed, Code.fileTypeBlocked],
  }),
] as const
