import { go, http } from '@yanshu/shell-api'

/** Opens the link of a draft that a colleague has handed over, in the place of the link. Rejects with an `ApiError`. */
export async function openHanded(handId: string): Promise<void> {
  const { mailId } = await http.post('mail/email/draft/hand/take', { handId }, { silent: true })
  go(`/write/draft/${mailId}`, { replace: true })
}
