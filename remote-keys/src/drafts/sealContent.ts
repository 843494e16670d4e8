import type { Certificate } from '@yanshu/cms'
import type { IntentInput, IntentOutput, LetterContent, LetterFile, SealedFile } from '@yanshu/contracts'
import { type LoginScope, loginScope, t } from '@yanshu/shell-api'
import { queryClient } from '@yanshu/shell-api/query'
import { type Cms, fetchCms, sentenceOf } from '../crypto/fetchCms.ts'
import { askKeys, type KeyList } from '../open/keyring.ts'
import { readinessOf } from '../writing/readiness.ts'
import type { Wish } from '../writing/wish.ts'
import { sealFile } from './fileSeal.ts'
import { FileGoneError, openedAgain, readableOf, sealedAgain } from './movedFiles.ts'
import { sealWords } from './sealWords.ts'

const say = (key: string): string => t('remote-keys', key)

/** A draft is saved every few seconds while it is written; keys change rarely, and what is sealed to a former one opens too. */
const KEYS_FRESH_MS = 60_000

/** All certificates of the person that can be encrypted to. */
async function ownCertificates(cms: Cms, keys: Pick<KeyList, 'list'>): Promise<Certificate[]> {
  const nobody = {
    recipients: [],
    known: { list: [], announced: [], over: [] },
    authorities: { list: [], revoked: [] },
  }
  const { own } = await readinessOf(cms, { from: '', keys, ...nobody, now: Date.now() })
  return own.map(({ certificate }) => certificate)
}

/** The same with what the server has: where none is known here, an authority may have issued one since. */
async function askOwn(cms: Cms, login: LoginScope): Promise<Certificate[]> {
  const ask = (staleTime: number) =>
    queryClient().fetchQuery({ queryKey: ['keys', 'list'], queryFn: () => askKeys(login), staleTime, retry: false })
  const known = await ownCertificates(cms, await ask(KEYS_FRESH_MS))
  return known.length > 0 ? known : ownCertificates(cms, await ask(0))
}

/** Why a draft was not sealed, for its writer. */
export const refusalOf = (error: unknown): { refusal: string } => ({ refusal: sentenceOf(error, say) })

/** To whom a draft is sealed. */
type Sealing = { readonly cms: Cms; readonly own: readonly Certificate[] } | { readonly refusal: string } | null

/** Null where the letter leaves without encryption: its writer has no certificate, and has not asked for it. */
async function sealingFor({ encrypt }: Wish, login: LoginScope): Promise<Sealing> {
  if (encrypt === 'no') return null
  const cms = await fetchCms()
  const own = await askOwn(cms, login)
  if (own.length > 0) return { cms, own }
  return encrypt === 'always' ? { refusal: say('drafts.ownMissing') } : null
}

/** Seals the text of a draft, the subject where it is hidden, and what opens its files. */
export async function sealContent(
  { html, subject }: LetterContent,
  files: readonly LetterFile[],
  wish: Wish,
  login: LoginScope,
): Promise<IntentOutput<'draft.seal'>> {
  const sealing = await sealingFor(wish, login)
  if (!sealing || 'refusal' in sealing) return sealing
  const { hideSubject } = wish
  const words = { html, subject: hideSubject ? subject : null, files: sealedFilesOf(files) }
  const sealed = await sealWords(sealing.cms, words, sealing.own)
  return { sealed, notice: say('drafts.notice'), hidesSubject: hideSubject }
}

/** The files that are encrypted, as the sealed text names them. */
export const sealedFilesOf = (files: readonly LetterFile[]): SealedFile[] =>
  files.flatMap(({ name, contentType, size, seal }) => (seal ? { ...seal, name, contentType, size } : []))

/** Encrypts a file that is added to a letter. */
export async function sealAdded(file: File, wish: Wish, login: LoginScope): Promise<IntentOutput<'draft.sealFile'>> {
  const sealing = await sealingFor(wish, login)
  return !sealing || 'refusal' in sealing ? sealing : sealFile(sealing.cms, file)
}

/**
 * Encrypts the readable files of a draft that is to be encrypted, and opens the others. Mails that are attached stay as they
 * are: each stands in the mailbox in the same form.
 */
export async function matchFiles(
  files: readonly LetterFile[],
  wish: Wish,
  login: LoginScope,
): Promise<IntentOutput<'draft.files'>> {
  const sealing = await sealingFor(wish, login)
  if (sealing && 'refusal' in sealing) return sealing
  const moving = { cms: sealing?.cms ?? (await fetchCms()), login }
  const matched: LetterFile[] = []
  // One after the other: a long file is in memory once.
  for (const file of files) {
    try {
      if (!sealing) matched.push(await openedAgain(file, moving))
      else matched.push(file.seal || file.kind === 'message' ? file : await sealedAgain(file, moving))
    } catch (error) {
      // A picture that the server does not have is shown by no letter; the rest of the draft is saved all the same.
      if (file.contentId === null || !(error instanceof FileGoneError)) throw error
      matched.push(file)
    }
  }
  return { files: matched }
}

/** Opens an encrypted file or picture of a draft. Answers as the intent defines. */
export async function openLetterFile({ file }: IntentInput<'draft.openFile'>): Promise<IntentOutput<'draft.openFile'>> {
  const login = loginScope()
  try {
    return { content: await readableOf(file, { cms: await fetchCms(), login }) }
  } catch (error) {
    return refusalOf(error)
  }
}
