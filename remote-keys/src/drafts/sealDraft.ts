import type { IntentInput, IntentOutput, LetterContent } from '@yanshu/contracts'
import { ApiError, isAbort, type LoginScope, loginScope, settings } from '@yanshu/shell-api'
import { fetchWriting } from '../writing/fetchWriting.ts'
import { answersEncrypted, chosenWish, usualWish, type Wish } from '../writing/wish.ts'

/** How a draft is to be protected, by its letter as it is now. */
async function wishFor(content: LetterContent, login: LoginScope): Promise<Wish> {
  const usual = settings.current().general.letterProtection
  return chosenWish(content.options) ?? usualWish(usual, await answersEncrypted(content, login))
}

type Writing = Awaited<ReturnType<typeof fetchWriting>>

/** What encrypts, fetched for such a draft alone; its writer needs no PIN for it. Answers a refusal with the reason. */
async function withWriting<T>(work: (writing: Writing) => Promise<T>): Promise<T | { refusal: string }> {
  const writing = await fetchWriting()
  try {
    return await work(writing)
  } catch (error) {
    // These are of the network: the draft stays on the device, and is saved later.
    if (error instanceof ApiError || isAbort(error) || (error instanceof Error && error.name === 'PartError'))
      throw error
    return writing.refusalOf(error)
  }
}

/** Seals the text of a draft that is to be encrypted. Answers as the intent defines. */
export async function sealDraft({
  content,
  files = [],
}: IntentInput<'draft.seal'>): Promise<IntentOutput<'draft.seal'>> {
  const login = loginScope()
  const wish = await wishFor(content, login)
  if (wish.encrypt === 'no') return null
  return withWriting(({ sealContent }) => sealContent(content, files, wish, login))
}

/** Encrypts a file that is added to a letter that is to be encrypted. Answers as the intent defines. */
export async function sealAddedFile({
  content,
  file,
}: IntentInput<'draft.sealFile'>): Promise<IntentOutput<'draft.sealFile'>> {
  const login = loginScope()
  const wish = await wishFor(content, login)
  if (wish.encrypt === 'no') return null
  return withWriting(({ sealAdded }) => sealAdded(file, wish, login))
}

/** Encrypts or opens the files of a draft, as its letter is to be. Answers as the intent defines. */
export async function draftFiles({ content, files }: IntentInput<'draft.files'>): Promise<IntentOutput<'draft.files'>> {
  const login = loginScope()
  const wish = await wishFor(content, login)
  if (wish.encrypt === 'no' && !files.some(({ seal }) => seal)) return { files }
  return withWriting(({ matchFiles }) => matchFiles(files, wish, login))
}
