import {
  BLIND_COPIES_MAX,
  isRestricted,
  isSealedLetter,
  type LetterContent,
  type LetterProtection,
  type MailAddress,
  optionOf,
  SEALED_FILE_TYPE,
} from '@yanshu/contracts'
import { ProtectionRefusedError, type Words } from './composeErrors.ts'
import type { SourceMail } from './sourceMail.ts'

const SEPARATELY: Words = {
  zh: '群发单显的信每人一份，不能签名或加密，请取消其中一项',
  en: 'a letter that is written for each recipient separately cannot; remove one of the two',
}
const RESTRICTED: Words = {
  zh: '限制阅读的信由服务器打开，不能签名或加密，请取消其中一项',
  en: 'a letter with restricted reading is opened by the server and cannot; remove one of the two',
}
const BLIND: Words = {
  zh: `加密的信给每位密送的人单独一份，最多密送 ${BLIND_COPIES_MAX} 人。请减少密送的人，或分几次发送`,
  en: `each person in Bcc of an encrypted letter gets a copy of their own, at most ${BLIND_COPIES_MAX}. Remove some of them, or send it several times`,
}
const QUICK: Words = {
  zh: '这封邮件的内容在签名或加密的部分里，而快捷回复不加密。请用“回复”写信',
  en: 'the text of this mail is in its signed or encrypted part, and a quick answer is not encrypted. Write it with Reply',
}
const linked = (names: readonly string[]): Words => ({
  zh: `以链接发送的大文件不受签名和加密保护：${names.join('、')}。请移除，或另行发送`,
  en: `large files that go as links are neither signed nor encrypted: ${names.join(', ')}. Remove them, or send them apart`,
})

const SEALED: Words = {
  zh: '这封草稿的内容是加密的，还没有打开。请刷新页面，打开草稿并输入密钥 PIN 后再发送',
  en: 'the text of this draft is encrypted and was not opened. Reload the page, open the draft with your PIN, and send it again',
}

/**
 * Throws `ProtectionRefusedError` for a letter whose text or files are still sealed, as a page of a former version has it: its
 * recipients would get what they cannot read. Where the protected part has come, both leave in that.
 */
export function requireOpened(
  { html }: Pick<LetterContent, 'html'>,
  files: readonly { readonly contentType: string }[],
  protection: LetterProtection | null,
): void {
  const isInPart = protection?.encrypt === true && protection.part !== null
  const isSealed = isSealedLetter(html) || files.some(({ contentType }) => contentType === SEALED_FILE_TYPE)
  if (isSealed && !isInPart) throw new ProtectionRefusedError(SEALED)
}

/** Throws `ProtectionRefusedError` for pictures of the text that are still sealed: no letter shows them. */
export function requireOpenedPictures(files: readonly { readonly contentType: string }[]): void {
  if (files.some(({ contentType }) => contentType === SEALED_FILE_TYPE)) throw new ProtectionRefusedError(SEALED)
}

/** Those in Bcc whom the letter names neither in To nor in Cc, in small letters. */
export function blindOf({ to, cc, bcc }: Pick<LetterContent, 'to' | 'cc' | 'bcc'>): ReadonlySet<string> {
  const small = (people: readonly MailAddress[]) => people.map(({ address }) => address.trim().toLowerCase())
  const named = new Set(small([...to, ...cc]))
  return new Set(small(bcc).filter((address) => !named.has(address)))
}

/** Throws `ProtectionRefusedError` for what keeps a letter from being signed or encrypted. */
export function requireProtectable(
  content: LetterContent,
  { encrypt }: LetterProtection,
  links: readonly { readonly name: string }[],
): void {
  const { options } = content
  if (optionOf(options, 'mail.separately')) throw new ProtectionRefusedError(SEPARATELY)
  if (isRestricted(optionOf(options, 'mail.reading'))) throw new ProtectionRefusedError(RESTRICTED)
  if (encrypt && blindOf(content).size > BLIND_COPIES_MAX) throw new ProtectionRefusedError(BLIND)
  if (links.length > 0) throw new ProtectionRefusedError(linked(links.map(({ name }) => name)))
}

/**
 * Throws `ProtectionRefusedError` for a quick answer to a mail that may have come encrypted: the answer is plain text, and its
 * writer has no option to encrypt it. Opaque signed mails have the same type, and the server cannot open either.
 */
export function requireQuickAnswer({ attachments }: Pick<SourceMail, 'attachments'>): void {
  const isOpaque = attachments.some(
    ({ contentType, name }) => /^application\/(?:x-)?pkcs7-mime$/i.test(contentType) || /\.p7m$/i.test(name),
  )
  if (isOpaque) throw new ProtectionRefusedError(QUICK)
}
