import {
  barePicture,
  hasSealedPictures,
  type IntentOutput,
  type LetterContent,
  type LetterFile,
  namedPicture,
  pictureFile,
  pictureName,
  pictureNames,
  pictureToItsEnd,
  SHOWN_PIXELS_MAX,
  saysPlace,
  typeOfPicture,
  withPictureNames,
} from '@yanshu/contracts'
import { http, intents, type LoginScope, perLogin } from '@yanshu/shell-api'
import { pictureAddresses } from '../write/pictureAddresses.ts'
import { type PictureDesk, pictureDesk } from './pictureDesk.ts'

/** The pictures of letters of one login, by their names. */
interface Pictures {
  readonly login: LoginScope
  /** The name that each has instead since it was encrypted or opened. */
  readonly moved: Map<string, string>
  /** Where those that were opened are shown from. */
  readonly shown: Map<string, string>
  readonly opening: Map<string, Promise<void>>
}

const pictures = perLogin<Pictures>(
  (login) => ({ login, moved: new Map(), shown: new Map(), opening: new Map() }),
  ({ shown }) => {
    for (const address of shown.values()) URL.revokeObjectURL(address)
  },
)

const currentName = (name: string): string => {
  const next = pictures().moved.get(name)
  return next === undefined ? name : currentName(next)
}

const desk: PictureDesk = {
  current: (html) => withPictureNames(html, currentName),
  shown(address, again) {
    const [name] = pictureNames(address).map(currentName)
    if (name === undefined) return address
    if (namedPicture(name).key === null) return pictureAddresses.of(name)
    const known = pictures().shown.get(name)
    if (known !== undefined) return known
    void openPicture(name).then((isOpen) => isOpen && again?.())
    // The readable file that it was is there until its draft was saved.
    return hasSealedPictures(address) ? '' : address
  },
}

/** From now on the letters of this login show such pictures, and name them by what they are. */
export function followPictures(): PictureDesk {
  pictureDesk().now = desk
  return desk
}

/** What names a file of the letter as a picture of its text. */
const nameOf = ({ fileId, seal }: LetterFile): string => pictureName({ fileId, key: seal?.key ?? null })

/** Opens a picture, once; false where it stays closed. It is asked for again when it is to be shown again. */
async function openPicture(name: string): Promise<boolean> {
  const mine = pictures()
  const { shown, opening } = mine
  const begun = opening.get(name) ?? fetchPicture(name, mine)
  opening.set(name, begun)
  await begun.catch(() => undefined)
  opening.delete(name)
  return shown.has(name)
}

async function fetchPicture(name: string, mine: Pictures): Promise<void> {
  if (mine.shown.has(name)) return
  const answer = await intents.send('draft.openFile', { file: pictureFile(name) }, { silent: true })
  if ('content' in answer) await keepShown(name, answer.content, mine)
}

async function keepShown(name: string, content: Blob, { login, shown }: Pictures): Promise<void> {
  const type = await typeOfPicture(content)
  // What is no picture is drawn from no address of this page.
  if (type && !login.signal.aborted) shown.set(name, URL.createObjectURL(new Blob([content], { type })))
}

/** Opens the encrypted pictures of a letter before it is shown. One that cannot be had leaves its place empty. */
export async function openPictures(html: string): Promise<void> {
  if (!hasSealedPictures(html)) return
  followPictures()
  const names = pictureNames(html).filter((name) => namedPicture(name).key !== null)
  await Promise.all(names.map(openPicture))
}

/** Whether pictures can be encrypted: a remote of before would show none of them. */
export const picturesAreSealed = (): boolean => intents.answered('draft.openFile') && intents.answered('draft.files')

/** Bytes of a picture that is taken apart in one go; the server has the same bound. */
const TAKEN_APART_MAX = 20 * 1_024 * 1_024

/** Encrypts a picture as the letter asks for; null where it is not to be encrypted. */
type Seal = (file: File) => Promise<Exclude<IntentOutput<'draft.sealFile'>, { refusal: string }>>

/** A picture that was uploaded encrypted. */
export interface SealedPicture {
  readonly address: string
  /** Removes the place where it was taken, where a camera has stored that; null for others. */
  readonly removePlace: (() => Promise<void>) | null
}

/**
 * Uploads a picture encrypted, and does with it what the server does with those that it can read: what stands behind its end is
 * left out, and what is no picture of mail is refused. Null where the letter is not to be encrypted.
 */
export async function uploadSealed(file: File, seal: Seal, login: LoginScope): Promise<SealedPicture | null> {
  const type = await typeOfPicture(file)
  if (!type) throw new Error(`${file.name} is no picture of mail`)
  const mine = pictures()
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isShort = bytes.length <= TAKEN_APART_MAX
  const whole = isShort ? pictureToItsEnd(bytes, SHOWN_PIXELS_MAX) : null
  if (isShort && !whole && (type === 'image/png' || type === 'image/jpeg'))
    throw new Error(`${file.name} is damaged or too large`)
  const { data } = whole ?? { data: bytes }
  const store = async (content: Uint8Array<ArrayBuffer>): Promise<string | null> => {
    const sealed = await seal(new File([content], file.name, { type }))
    if (!sealed) return null
    const { fileId } = await http.upload('file/upload', sealed.sealed, { silent: true, login })
    const name = pictureName({ fileId, key: sealed.seal.key })
    await keepShown(name, new Blob([content]), mine)
    return name
  }
  const name = await store(data)
  if (name === null) return null
  followPictures()
  const removePlace = async () => {
    const now = currentName(name)
    const bare = barePicture(data, SHOWN_PIXELS_MAX)
    const { fileId, key } = namedPicture(now)
    const next = key === null || !bare ? null : await store(bare.data)
    // The letter is not to be encrypted any more: the server has the picture, and does it.
    if (next === null) await http.post('file/picture/bare', { fileId })
    else mine.moved.set(now, next)
  }
  return {
    address: pictureAddresses.of(name),
    removePlace: isShort && type === 'image/jpeg' && saysPlace(data) ? removePlace : null,
  }
}

/** The text of a letter whose pictures are what the letter is to be, and the readable files that it had before. */
export interface MatchedPictures {
  readonly html: string
  readonly former: readonly LetterFile[]
}

/** Encrypts the pictures of a letter that is to be encrypted, and opens those of another. */
export async function matchedPictures(
  content: LetterContent,
  match: (files: readonly LetterFile[]) => Promise<{ readonly files: readonly LetterFile[] }>,
): Promise<MatchedPictures> {
  const now = followPictures()
  const before = pictureNames(now.current(content.html)).map(pictureFile)
  if (before.length === 0) return { html: content.html, former: [] }
  const { moved } = pictures()
  const { files } = await match(before)
  const former = before.filter((file, at) => {
    const next = files[at]
    if (!next || next.fileId === file.fileId) return false
    moved.set(nameOf(file), nameOf(next))
    return !file.seal
  })
  return { html: now.current(content.html), former }
}
