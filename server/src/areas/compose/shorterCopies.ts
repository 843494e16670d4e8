import { optionOf } from '@yanshu/contracts'
import { findDestinations } from '../../mailflow/delivery/recipients.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import { escapeHtml } from '../../mime/escapeHtml.ts'
import { filesOfMail } from '../../store/mailbox/index.ts'
import { letterLanguageOf } from '../signatures/index.ts'
import type { SendParts } from './acceptMail.ts'
import { type BegunLetter, writeLetter } from './composeLetter.ts'

const UNCHANGED = {
  zh: (names: string) => `以下附件没有改动，请见原邮件：${names}`,
  en: (names: string) => `These files have not changed; they are in the first letter: ${names}`,
} as const

/**
 * What recipients outside get of a corrected copy: its text, and without the files that the first letter already brought them
 * under the same names. Inside it lies in the place of the first letter, with all of them. None where no file is the same.
 */
export async function shorterCopies(
  parts: SendParts,
  accountId: number,
  begun: BegunLetter,
): Promise<{ address: string; message: PreparedMessage }[]> {
  const { content, policy, protection, attached, recipients } = begun
  const corrects = optionOf(content.options, 'mail.corrects')
  if (corrects === null || policy || protection) return []
  const { db } = parts.context.store
  const destinations = await findDestinations(
    db,
    recipients.map(({ address }) => address),
  )
  const outside = [...destinations].flatMap(([address, { kind }]) =>
    kind === 'elsewhere' ? [address.toLowerCase()] : [],
  )
  if (outside.length === 0 || attached.length === 0) return []
  const brought = new Set(
    (await filesOfMail(db, accountId, corrects)).map(({ name, blob_hash }) => `${blob_hash} ${name}`),
  )
  const isSame = ({ name, blobHash }: BegunLetter['attached'][number]) => brought.has(`${blobHash} ${name}`)
  const same = attached.filter(isSame)
  if (same.length === 0) return []
  const language = await letterLanguageOf(parts.context, accountId)
  const names = same.map(({ name }) => name).join(language === 'zh' ? '、' : ', ')
  const html = `${begun.html}<p>${escapeHtml(UNCHANGED[language](names))}</p>`
  const message = await writeLetter(parts, accountId, {
    ...begun,
    html,
    attached: attached.filter((file) => !isSame(file)),
  })
  return [...new Set(outside)].map((address) => ({ address, message }))
}
