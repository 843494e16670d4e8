import { http, loginScope, settings } from '@yanshu/shell-api'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import { contentOf, type WrittenLetter } from '../write/writtenLetter.ts'
import { offerBare } from './offerBare.ts'

/** Uploads a picture of the text, encrypted where the letter is to be. Answers the address by which it is shown and sent. */
export async function uploadPicture(file: File, letter: WrittenLetter): Promise<string> {
  const login = loginScope()
  const sealing = settings.current().smimeEnable ? await fetchSealing() : null
  const sealed = await sealing?.sealedPicture(file, contentOf(letter, '', []), login)
  if (sealed) return sealed
  const { id, url, saysPlace } = await http.upload('file/uploadMailPicture', file, { silent: true, login })
  if (saysPlace) offerBare(id)
  return url
}
