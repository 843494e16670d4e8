import { fetchPart } from '../parts/fetchPart.ts'
import { addressOf, type Caller, headersOf, networkError, renew, sessionOver, tokenOf } from './exchange.ts'
import type { UploadHow } from './uploadHow.ts'

/** Files are sent long after the first page: the code for it comes with the first of them. */
const fetchForm = () =>
  fetchPart(() => import(/* webpackChunkName: "upload" */ './sendForm.ts')).catch(() => {
    throw networkError()
  })

/** Uploads files; an expired token is exchanged once and the files sent again. */
export async function uploadFiles(
  path: string,
  files: readonly File[],
  caller: Caller,
  how: UploadHow,
): Promise<Response> {
  const { sendForm } = await fetchForm()
  const send = (token: string | null) =>
    sendForm(
      { address: addressOf(path, how.query), headers: headersOf(token, 'POST', path), lost: networkError },
      files,
      how,
    )
  const token = tokenOf(caller)
  const response = await send(token)
  if (response.status !== 401) return response
  const next = token && (await renew(token, caller))
  const again = next ? await send(next) : response
  if (again.status === 401) throw sessionOver(caller)
  return again
}
