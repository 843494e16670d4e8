import {
  hasSealedPictures,
  type IntentOutput,
  type LetterContent,
  type LetterFile,
  namedPicture,
  pictureFile,
  pictureName,
  pictureNames,
  typeOfPicture,
  withPictureNames,
} from '@yanshu/contracts'
import { http, intents, type LoginScope, perLogin } from '@yanshu/shell-api'
import { pictureAddresses } from '../write/mailWindow.ts'
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

/** A picture that is uploaded encrypted. Answers its address; rejects for what is no picture of mail. */
export async function uploadSealed(
  file: File,
  { sealed, seal }: Extract<IntentOutput<'draft.sealFile'>, { sealed: File }>,
  login: LoginScope,
): Promise<string> {
  // The server judges those that it can read.
  if (!(await typeOfPicture(file))) throw new Error(`${file.name} is no picture of mail`)
  const mine = pictures()
  followPictures()
  const { fileId } = await http.upload('file/upload', sealed, { silent: true, login })
  const name = pictureName({ fileId, key: seal.key })
  await keepShown(name, file, mine)
  return pictureAddresses.of(name)
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
