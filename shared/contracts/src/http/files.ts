import { z } from 'zod'
import { Code } from '../codes.ts'
import { epochMs, get, ok, post, written } from './define.ts'
import { attachment } from './mail.ts'
import { idOf, named } from './names.ts'
import { filePreview, shownQuery } from './previews.ts'

const blob = z.unknown()
const pageLanguage = z.object({ language: z.enum(['zh', 'en']).optional().catch(undefined) })
const uploadId = named('unfinished-upload', z.string().min(16).max(80))
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const part = z.number().int().nonnegative()

export const fileLinkState = z.enum(['normal', 'expired', 'ended'])
export type FileLinkState = z.infer<typeof fileLinkState>

/** A large file of a letter, which is fetched by a link. */
export const fileLink = z.object({
  linkId: idOf('file-link'),
  /** Names its page (`file/link/{token}`) and its content (`file/linked/{token}`). */
  token: z.string(),
  name: z.string(),
  size: z.number().int().nonnegative(),
  state: fileLinkState,
  expiresAt: epochMs,
  /** For who sent it: how often it was fetched, by how many it may be, and whether one of them asks for it. */
  own: z
    .object({
      downloads: z.number().int().nonnegative(),
      recipients: z.number().int().nonnegative(),
      asked: z.boolean(),
      /**
       * People of the organisation who have fetched it while they were logged in, the first first, but for those who let no
       * reading be reported. Older servers do not say it.
       */
      readers: z.array(z.object({ name: z.string(), address: z.string(), at: epochMs })).optional(),
    })
    .nullable(),
})
export type FileLink = z.infer<typeof fileLink>

const linkBody = z.object({ linkId: idOf('file-link') })

export const fileCalls = [
  post('file/upload', {
    title: 'Upload one attachment; field `file`, streamed',
    sends: 'multipart',
    data: attachment,
    errors: [Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull],
  }),
  post('file/upload/begin', {
    title:
      'Begin an upload in parts of 8 MB. `digest` is the SHA-256 of the SHA-256 of the parts, one after the other: an upload of this content that was broken off goes on, and what the mailbox has uploaded already is answered as `file` at once',
    body: z.object({
      name: written(1_000),
      contentType: z.string().max(200).default(''),
      size: z.number().int().nonnegative(),
      digest: sha256.nullable().default(null),
    }),
    data: z.object({
      /** Null where nothing has to be uploaded. */
      uploadId: uploadId.nullable(),
      file: attachment.nullable(),
      /** Numbers of the parts that are there, from 0. */
      parts: z.array(part),
    }),
    errors: [Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull, Code.uploadsTooMany],
  }),
  post('file/upload/part', {
    title: 'Upload one part; field `file`, streamed. In any order, and again without harm',
    query: z.object({ uploadId, part: z.coerce.number().int().nonnegative(), sha256: sha256.optional() }),
    sends: 'multipart',
    data: ok,
    errors: [Code.uploadNotFound, Code.uploadDamaged, Code.storageFull],
  }),
  post('file/upload/finish', {
    title: 'Make the parts one file. It may be repeated',
    body: z.object({ uploadId }),
    data: attachment,
    errors: [Code.uploadNotFound, Code.uploadUnfinished, Code.uploadDamaged, Code.storageFull, Code.fileDamaged],
  }),
  post('file/upload/cancel', {
    title: 'End an upload that is not finished',
    body: z.object({ uploadId }),
    data: ok,
  }),
  post('file/uploaddel', {
    title: 'Forget an uploaded file',
    body: z.object({ fileId: named('file', z.string().min(1).max(80)) }),
    data: ok,
  }),
  post('file/uploadMailPicture', {
    title: 'Upload a picture for the text of a mail; field `file`',
    sends: 'multipart',
    data: z.object({
      id: z.string(),
      url: z.string(),
      /** Whether a camera has noted in it where it was taken. Older servers do not say it. */
      saysPlace: z.boolean().optional(),
    }),
    errors: [Code.fileEmpty, Code.fileTypeBlocked, Code.tooLarge, Code.storageFull],
  }),
  post('file/picture/bare', {
    title: 'Take out of a picture of a letter what is not needed to draw it, such as where it was taken; PNG and JPEG',
    body: z.object({ fileId: named('file', z.string().min(1).max(80)) }),
    data: ok,
    errors: [Code.fileNotFound, Code.fileTypeBlocked, Code.tooLarge],
  }),
  get('file/link/{token}', {
    title:
      'The page of a large file of a letter, for who has its link: HTML without an origin, in the language of the browser, or the one that is chosen on it, which a cookie keeps',
    access: 'public',
    query: pageLanguage,
    data: blob,
    answers: 'blob',
    errors: [Code.tooManyRequests],
  }),
  get('file/linked/{token}', {
    title: 'Download a large file of a letter by its link (Range supported)',
    access: 'public',
    data: blob,
    answers: 'blob',
    errors: [Code.fileNotFound, Code.sharingRefused, Code.fileDamaged, Code.tooManyRequests],
  }),
  post('file/link/{token}/ask', {
    title: 'Ask the sender of an expired file to open it again; an empty form, answered with the page. Once a day',
    access: 'public',
    query: pageLanguage,
    sends: 'multipart',
    data: blob,
    answers: 'blob',
    errors: [Code.tooManyRequests],
  }),
  post('file/link/ofMail', {
    title: 'The large files whose links stand in a mail; its sender sees how often each was fetched',
    body: z.object({ mailId: idOf('mail') }),
    data: z.object({ list: z.array(fileLink) }),
    errors: [Code.mailNotFound, Code.folderClosed],
  }),
  post('file/link/prolong', {
    title: 'Let a large file be fetched for fifteen days from now',
    body: linkBody,
    data: fileLink,
    errors: [Code.notFound],
  }),
  post('file/link/end', {
    title: 'End the link of a large file',
    body: linkBody,
    data: ok,
    errors: [Code.notFound],
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
    switchedBy: { name: 'previewEnable', when: 'sometimes' },
    title:
      'Show an attachment in place: pictures, PDF, sound, films and plain text only; with `previewEnable` off, pictures of the text',
    access: 'file',
    params: { id: 'file' },
    query: shownQuery,
    data: blob,
    answers: 'blob',
    errors: [Code.forbidden, Code.fileNotFound, Code.fileTypeBlocked, Code.fileDamaged, Code.busy],
  }),
  get('file/preview', {
    switchedBy: 'previewEnable',
    title: 'How an attachment is shown: by the browser (`file/show/{id}`), as its pieces, or not at all',
    query: z.object({ fileId: named('file', z.string().regex(/^[\w-]{1,80}$/)) }),
    data: filePreview,
    errors: [Code.fileNotFound, Code.letterRestricted, Code.fileDamaged, Code.busy],
  }),
  get('file/viewer/{version}/{part}', {
    title: 'Parts of the page that shows PDF files in a frame without an origin; the same for everyone',
    access: 'public',
    data: blob,
    answers: 'blob',
    errors: [Code.fileNotFound],
  }),
  get('file/mail/{mailId}', {
    title: 'The mail as it came, message/rfc822',
    access: 'file',
    params: { mailId: 'mail' },
    data: blob,
    answers: 'blob',
    errors: [Code.mailNotFound, Code.letterRestricted, Code.fileDamaged],
  }),
  get('file/folder/{folderId}', {
    title: 'A folder as an mbox file (mboxrd), the oldest mail first',
    access: 'file',
    params: { folderId: 'folder' },
    data: blob,
    answers: 'blob',
    errors: [Code.folderNotFound, Code.folderClosed, Code.exportsRunning],
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
