import type { Preparer } from '../../mailflow/delivery/preparer.ts'
import type { PreparedMessage } from '../../mailflow/reading/preparedMessage.ts'
import type { Context } from '../../store/context/context.ts'
import type { NewOutsideReader, NewPolicy } from '../../store/mailbox/index.ts'
import { randomToken, tokenHash } from '../../store/sessions/tokens.ts'
import { switchesOf } from '../../store/switches/switches.ts'
import { type LetterHead, writeHead } from './letterHead.ts'

interface Words {
  readonly zh: string
  readonly en: string
}

const OUTSIDE: Words = {
  zh: '在组织外，不能收限制阅读的邮件',
  en: 'is outside the organisation, where conditions of reading do not hold',
}
const NO_PASSWORD: Words = {
  zh: '在组织外，要凭阅读密码在网页上打开：请设阅读密码',
  en: 'is outside the organisation and opens it on a page by a reading password: set one',
}
const SECRET: Words = {
  zh: '在组织外，不能收保密邮件：网页不知道打开它的是不是本人',
  en: 'is outside the organisation, where it cannot be known who opens a confidential letter',
}

/** Why a letter with these conditions goes to no recipient outside; null where they read it on a page. */
export async function whyNotOutside(
  { store }: Pick<Context, 'store'>,
  accountId: number,
  { passwordHash, secret }: NewPolicy,
): Promise<Words | null> {
  if (!(await switchesOf(store.db, accountId)).outsideReadEnable) return OUTSIDE
  if (secret) return SECRET
  return passwordHash === null ? NO_PASSWORD : null
}

const textOf = (link: string) => `这封邮件的阅读受发件人限制。请打开下面的网页，输入发件人用其他方式告诉您的阅读密码：

${link}

这个链接只供您使用，请不要转发。回复本邮件，发件人可以收到。

The sender has restricted how this letter is read. Open the page above and enter the reading password, which the sender gives you by another way than mail. The link is for you alone; please do not forward it. An answer to this mail reaches the sender.
`

/**
 * What each recipient outside gets in the place of a letter: its head, and a link of their own to the page on which they read it.
 * @param site the address of the site that the letter is written on
 */
export async function outsideCopies(
  preparer: Pick<Preparer, 'receive'>,
  letter: Omit<LetterHead, 'secret' | 'created_at'>,
  { site, addresses, now }: { readonly site: string; readonly addresses: readonly string[]; readonly now: number },
) {
  const copies: { address: string; message: PreparedMessage }[] = []
  const readers: NewOutsideReader[] = []
  for (const address of addresses) {
    const token = randomToken()
    const head = { ...letter, secret: 0, created_at: now }
    const message = await preparer.receive(await writeHead(head, textOf(`${site}/api/letter/${token}`)))
    copies.push({ address, message })
    readers.push({ address, tokenHash: tokenHash(token) })
  }
  return { copies, readers }
}
