/** Characters of a text that are looked through. */
const LOOKED_AT = 2_000

/** Codes of a login, and mails by which an address is confirmed. */
const EXPECTED = [
  /验证码|驗證碼|校验码|动态(?:密码|码)|一次性密码|激活(?:您的|你的)?(?:账号|帐号|账户|邮箱)|验证(?:您的|你的)?(?:邮箱|电子邮件|邮件地址)|重置(?:您的|你的)?密码|注册(?:确认|成功)/,
  /\b(?:verification|security|one[- ]time|login|sign[- ]?in|access|confirmation) (?:code|password|passcode)\b|\botp\b/i,
  /\b(?:verify|confirm|activate) your (?:e-?mail|address|account|registration|subscription)\b|\breset your password\b/i,
]

/**
 * Whether a mail is one for which a person waits at this moment: a code, or the confirmation of an address or a password. By
 * its words alone, because a server does not see at which page the person stands; a mail that only pretends so is looked at
 * for spam and risks as any other. Pure.
 */
export function isExpected({ subject, text }: { readonly subject: string; readonly text: string }): boolean {
  const seen = `${subject}\n${text.slice(0, LOOKED_AT)}`
  return EXPECTED.some((pattern) => pattern.test(seen))
}
