import type { LetterContent } from '@yanshu/contracts'
import { http, loginScope, settings } from '@yanshu/shell-api'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import type { Composer } from '../write/composer.ts'
import type { WrittenLetter } from '../write/writtenLetter.ts'
import { offerBare } from './offerBare.ts'

/** What of a letter decides whether it is to be encrypted. */
const asked = ({ kind, sourceMailId, from, subject, options, recipients }: WrittenLetter): LetterContent => ({
  ...{ kind, sourceMailId, from, subject, options, html: '', fileIds: [] },
  ...{ to: [...recipients.to], cc: [...recipients.cc], bcc: [...recipients.bcc] },
})

/** Uploads a picture of the text, encrypted where the letter is to be. Answers the address by which it is shown and sent. */
export async function uploadPicture(file: File, { state, bodyChanged }: Composer): Promise<string> {
  const login = loginScope()
  const sealing = settings.current().smimeEnable ? await fetchSealing() : null
  const sealed = await sealing?.sealedPicture(file, asked(state.get().letter), login)
  if (sealed) {
    const { removePlace } = sealed
    if (removePlace) offerBare(() => removePlace().then(bodyChanged))
    return sealed.address
  }
  const { id, url, saysPlace } = await http.upload('file/uploadMailPicture', file, { silent: true, login })
  if (saysPlace) offerBare(() => http.post('file/picture/bare', { fileId: id }))
  return url
}
