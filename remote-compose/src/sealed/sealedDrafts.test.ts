// @vitest-environment happy-dom
import {
  defineRemote,
  type IntentHandlers,
  type LetterContent,
  type LetterFile,
  REMOTE_CONTRACT_MAJOR,
  sealedHtml,
  sealedIn,
} from '@yanshu/contracts'
import { http, loginScope } from '@yanshu/shell-api'
import { type Responses, startTestShell, type TestShell } from '@yanshu/shell-api/testing'
import { createUploads } from '@yanshu/ui/upload'
import { afterEach, expect, test, vi } from 'vitest'
import { saveDraft } from '../draft-sync/draftCalls.ts'
import { uploadParts } from '../upload/uploadParts.ts'
import { pictureDesk } from './pictureDesk.ts'
import { opened, sealedFile, sealedPicture } from './sealedDrafts.ts'

const PARAMS = { senders: [], signature: '', maxMessageSize: 1_000, controlFileTypes: [], linkedAbove: 500 }
const SEAL = { as: 'f1.sealed', key: 'AAAA' }
const file = (fileId: string, more: Partial<LetterFile> = {}): LetterFile => ({
  ...{ fileId, name: `${fileId}.txt`, contentType: 'text/plain', size: 100, contentId: null, kind: 'file', ...more },
})
const letter = (encrypt: boolean, fileIds: string[] = []): LetterContent => ({
  ...{
    kind: 'new',
    sourceMailId: null,
    from: '',
    to: [],
    cc: [],
    bcc: [],
    subject: 'plan',
    html: '<p>plan</p>',
    fileIds,
  },
  options: encrypt ? { 'remote-keys.protection': { sign: false, encrypt: true } } : {},
})

let shell: TestShell
afterEach(() => shell.stop())

/** A page with a remote that answers these intents. */
async function begin(intents: IntentHandlers): Promise<void> {
  const majors = Object.fromEntries(Object.keys(intents).map((name) => [name, 1]))
  const remote = defineRemote({
    contract: { name: 'remote-keys', major: REMOTE_CONTRACT_MAJOR },
    ...{ routes: [], intents, i18n: { ns: 'remote-keys', load: async () => ({ default: {} }) } },
  })
  shell = await startTestShell({
    settings: { smimeEnable: true },
    remotes: [{ remote, contributes: { routes: [], intents: majors } }],
    responses: {
      'mail/email/getWriteParams': PARAMS,
      'mail/email/drafts': { mailId: 7, revision: 1, savedAt: 1, kept: true },
      'file/uploaddel': {},
    } as Responses,
  })
}
const inputs = (path: string) => shell.calls.filter((call) => call.path === path).map(({ input }) => input)

/** Encrypts each file that is not, as the remote does. */
const seals: IntentHandlers = {
  'draft.files': async ({ files }) => ({
    files: files.map((one) => (one.seal ? one : { ...one, fileId: `${one.fileId}-sealed`, seal: SEAL })),
  }),
  'draft.seal': async ({ files = [] }) => ({
    ...{ sealed: btoa(files.map(({ name, seal }) => `${name} ${seal?.as}`).join()), notice: 'n', hidesSubject: false },
  }),
}

test('given files that were uploaded before encryption was chosen, then the draft names encrypted ones, and the readable ones are removed once it is saved', async () => {
  await begin(seals)
  const attachments = [file('one'), file('two', { seal: SEAL }), file('large', { size: 501 })]
  const content = letter(true, ['one', 'two', 'large'])
  const onMoved = vi.fn()
  await saveDraft({ content, attachments, clientId: 'c', onMoved }, null, loginScope())
  const [saved] = inputs('mail/email/drafts')
  expect(saved).toMatchObject({ fileIds: ['one-sealed', 'two', 'large'] })
  expect(atob(sealedIn(`${Object(saved).html}`) ?? '')).toBe('one.txt f1.sealed,two.txt f1.sealed,large.txt undefined')
  expect(onMoved.mock.calls).toEqual([[attachments[0], { ...file('one-sealed'), name: 'one.txt', seal: SEAL }]])
  await vi.waitFor(() => expect(inputs('file/uploaddel')).toEqual([{ fileId: 'one' }]))
  const order = shell.calls.map(({ path }) => path)
  expect(order.indexOf('mail/email/drafts')).toBeLessThan(order.indexOf('file/uploaddel'))
})

test('given a letter that is on its way with its readable files, then these stay until it has left', async () => {
  await begin(seals)
  const sent = { content: letter(true, ['one']), attachments: [file('one')], clientId: 'c', isSending: () => true }
  await saveDraft(sent, null, loginScope())
  expect(inputs('mail/email/drafts')).toMatchObject([{ fileIds: ['one-sealed'] }])
  expect(inputs('file/uploaddel')).toEqual([])
})

test('given a remote of before, then the text alone is sealed; given none, then an encrypted file is saved in no readable draft', async () => {
  await begin({ 'draft.seal': async () => ({ sealed: 'AAAA', notice: 'n', hidesSubject: false }) })
  const before = { content: letter(true, ['one']), attachments: [file('one')], clientId: 'c' }
  await saveDraft(before, null, loginScope())
  expect(inputs('mail/email/drafts')).toMatchObject([{ fileIds: ['one'] }])
  expect(await sealedFile(new File(['x'], 'x.txt'), letter(true))).toBeNull()
  shell.stop()

  await begin({ ...seals, 'draft.files': async () => ({ refusal: 'no certificate' }) })
  await expect(saveDraft(before, null, loginScope())).rejects.toThrow('no certificate')
  expect(inputs('mail/email/drafts')).toEqual([])
})

test('given a file that is added, then it is encrypted where the letter is to be, and not where it goes as a link', async () => {
  const asked = vi.fn(async ({ file: added }: { file: File }) => ({ sealed: added, seal: SEAL }))
  await begin({ 'draft.sealFile': asked })
  const small = new File(['x'], 'x.txt')
  expect(await sealedFile(small, letter(true))).toEqual({ sealed: small, seal: SEAL })
  expect(await sealedFile(new File(['x'.repeat(501)], 'x.txt'), letter(true))).toBeNull()
  expect(await sealedFile(small, letter(false))).toBeNull()
  expect(asked).toHaveBeenCalledOnce()
})

test('given files that were refused for lack of a certificate, when the draft can be encrypted or is to leave another way, then they are sent again, and not with each save', async () => {
  let refusal: { refusal: string } | null = { refusal: 'no certificate' }
  await begin({
    'draft.files': async ({ files }) => refusal ?? { files },
    'draft.seal': async () => refusal ?? { sealed: 'AAAA', notice: 'n', hidesSubject: false },
    'draft.sealFile': async ({ file: added }) => refusal ?? { sealed: added, seal: SEAL },
  })
  const upload = vi.spyOn(http, 'upload').mockResolvedValue(file('uploaded'))
  let content = letter(true)
  const sent = vi.fn(uploadParts(loginScope(), () => content).upload)
  const uploads = createUploads<LetterFile>({
    upload: sent,
    wordsFor: (error) => `${Object(error).message}`,
    onChange() {},
  })
  const state = () => uploads.items().map((item) => item.error ?? item.state)
  const save = () => saveDraft({ content, attachments: [], clientId: 'c', uploads }, null, loginScope())
  uploads.add([new File(['x'], 'x.txt')])
  await vi.waitFor(() => expect(state()).toEqual(['no certificate']))
  await expect(save()).rejects.toThrow('no certificate')
  expect(sent).toHaveBeenCalledTimes(1)

  // The certificate is there.
  refusal = null
  await save()
  await vi.waitFor(() => expect(state()).toEqual(['done']))
  await save()
  expect(sent).toHaveBeenCalledTimes(2)

  // Another file is refused while the draft is not; it is sent again once the recipients are others.
  refusal = { refusal: 'no certificate' }
  uploads.add([new File(['y'], 'y.txt')])
  await vi.waitFor(() => expect(state()).toEqual(['done', 'no certificate']))
  refusal = null
  await save()
  expect(sent).toHaveBeenCalledTimes(3)
  content = { ...content, to: [{ name: '', address: 'li@yanshu.test' }] }
  await save()
  await vi.waitFor(() => expect(state()).toEqual(['done', 'done']))
  expect(upload).toHaveBeenCalledTimes(2)
  upload.mockRestore()
})

test('given a sealed draft or version, then its files have their names again', async () => {
  const files = [{ ...SEAL, name: '报价.txt', contentType: 'text/plain', size: 3 }]
  await begin({ 'draft.open': async () => ({ html: '<p>plan</p>', subject: null, files }) })
  const html = sealedHtml('AAAA', 'n', '')
  const kept = file('f', { name: SEAL.as, contentType: 'application/x-yanshu-sealed', size: 19 })
  const draft = await opened({ html, subject: 'plan', attachments: [kept, file('other')] })
  expect(draft.attachments).toEqual([
    { ...kept, name: '报价.txt', contentType: 'text/plain', size: 3, seal: SEAL },
    file('other'),
  ])
  const version = await opened({ html, subject: 'plan', files: [{ name: SEAL.as }, { name: 'other.txt' }] })
  expect(version.files).toEqual([{ name: '报价.txt' }, { name: 'other.txt' }])
})

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
)
const KEY = `${'A'.repeat(43)}=`
const picture = (name: string) => `<p>plan<img src="/api/file/showSendMailPicture/${name}" alt=""></p>`
const READABLE = 'readable-picture-01'
const SEALED = `${READABLE}-sealed#sealed-${'A'.repeat(43)}`

/** Encrypts and opens files and pictures, as the remote does. */
const sealsPictures: IntentHandlers = {
  ...seals,
  'draft.files': async ({ content, files }) => ({
    files: files.map((one) => {
      const { seal, ...open } = one
      if (!content.options['remote-keys.protection']) return seal ? { ...open, fileId: `${one.fileId}-open` } : one
      return seal ? one : { ...one, fileId: `${one.fileId}-sealed`, seal: { as: 'x', key: KEY } }
    }),
  }),
  'draft.openFile': async () => ({ content: new Blob([PNG]) }),
}

test('given pictures in the text, then the draft names encrypted ones, their keys stand in the sealed text alone, and the other way round without encryption', async () => {
  let words = ''
  await begin({
    ...sealsPictures,
    'draft.seal': async ({ content }) => {
      if (!content.options['remote-keys.protection']) return null
      words = content.html
      return { sealed: 'AAAA', notice: 'n', hidesSubject: false }
    },
  })
  const content = { ...letter(true), html: picture(READABLE) }
  await saveDraft({ content, attachments: [], clientId: 'c' }, null, loginScope())
  const [saved] = inputs('mail/email/drafts')
  expect(words).toBe(picture(SEALED))
  expect(Object(saved).html).toContain(`/api/file/showSendMailPicture/${READABLE}-sealed"`)
  expect(JSON.stringify(saved)).not.toContain('A'.repeat(43))
  await vi.waitFor(() => expect(inputs('file/uploaddel')).toEqual([{ fileId: READABLE }]))
  // The editor still has the former address: the journal and the next save have the encrypted picture all the same.
  const desk = pictureDesk().now
  expect(desk?.current(picture(READABLE))).toBe(picture(SEALED))
  const again = vi.fn()
  desk?.shown(`/api/file/showSendMailPicture/${READABLE}`, again)
  await vi.waitFor(() => expect(again).toHaveBeenCalledOnce())
  expect(desk?.shown(`/api/file/showSendMailPicture/${SEALED}`)).toMatch(/^blob:/)

  await saveDraft(
    { content: { ...letter(false), html: picture(SEALED) }, attachments: [], clientId: 'c' },
    null,
    loginScope(),
  )
  expect(inputs('mail/email/drafts').at(-1)).toMatchObject({ html: picture(`${READABLE}-sealed-open`) })
})

test('given a picture that is added to a letter to be encrypted, then it is uploaded encrypted; what is no picture is refused, and a remote of before encrypts none', async () => {
  await begin({
    ...sealsPictures,
    'draft.sealFile': async ({ file: added }) => ({ sealed: added, seal: { as: 'x', key: KEY } }),
  })
  const upload = vi.spyOn(http, 'upload').mockResolvedValue(file('uploaded-picture-1'))
  const png = new File([PNG], 'a.png', { type: 'image/png' })
  const { address, removePlace } = (await sealedPicture(png, letter(true), loginScope())) ?? {}
  expect(removePlace).toBeNull()
  expect(address).toMatch(/file\/showSendMailPicture\/uploaded-picture-1#sealed-A{43}$/)
  expect(pictureDesk().now?.shown(`${address}`)).toMatch(/^blob:/)
  expect(await sealedPicture(png, letter(false), loginScope())).toBeNull()
  const svg = new File(['<svg onload="x"/>'], 'a.png', { type: 'image/png' })
  await expect(sealedPicture(svg, letter(true), loginScope())).rejects.toThrow('a.png')
  expect(upload).toHaveBeenCalledOnce()
  upload.mockRestore()
  shell.stop()
  await begin(seals)
  expect(await sealedPicture(png, letter(true), loginScope())).toBeNull()
  await saveDraft(
    { content: { ...letter(true), html: picture(READABLE) }, attachments: [], clientId: 'c' },
    null,
    loginScope(),
  )
  expect(inputs('mail/email/drafts')).toHaveLength(1)
})
