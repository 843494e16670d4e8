import { isRestricted, type LetterContent, type LetterProtection, optionOf } from '@yanshu/contracts'
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
  zh: '加密的信会让每个收件人看到它加密给了谁，不能密送。请把密送的人移到收件人，或另发一封',
  en: 'everybody who opens an encrypted letter sees to whom it is encrypted: move those in Bcc to To, or write to them apart',
}
const QUICK: Words = {
  zh: '这封邮件的内容在签名或加密的部分里，而快捷回复不加密。请用“回复”写信',
  en: 'the text of this mail is in its signed or encrypted part, and a quick answer is not encrypted. Write it with Reply',
}
const linked = (names: readonly string[]): Words => ({
  zh: `以链接发送的大文件不受签名和加密保护：${names.join('、')}。请移除，或另行发送`,
  en: `large files that go as links are neither signed nor encrypted: ${names.join(', ')}. Remove them, or send them apart`,
})

/** Throws `ProtectionRefusedError` for what keeps a letter from being signed or encrypted. */
export function requireProtectable(
  { bcc, options }: LetterContent,
  { encrypt }: LetterProtection,
  links: readonly { readonly name: string }[],
): void {
  if (optionOf(options, 'mail.separately')) throw new ProtectionRefusedError(SEPARATELY)
  if (isRestricted(optionOf(options, 'mail.reading'))) throw new ProtectionRefusedError(RESTRICTED)
  if (encrypt && bcc.length > 0) throw new ProtectionRefusedError(BLIND)
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
