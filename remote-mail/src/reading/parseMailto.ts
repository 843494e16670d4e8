import { isMailAddress, type MailAddress } from '@yanshu/contracts'

/** Recipients and subject of a mailto address (RFC 6068). What is no mail address is left out. */
export function parseMailto(url: string): { to: readonly MailAddress[]; subject: string } {
  const [, address = '', query = ''] = /^mailto:([^?]*)\??(.*)$/i.exec(url) ?? []
  const fields = new URLSearchParams(query.replaceAll('+', '%2B'))
  const named = [...fields].filter(([name]) => name.toLowerCase() === 'to').map(([, value]) => value)
  const to = [decode(address), ...named]
    .flatMap((list) => list.split(','))
    .map((one) => one.trim())
    .filter(isMailAddress)
  const subject = [...fields].find(([name]) => name.toLowerCase() === 'subject')?.[1] ?? ''
  return { to: to.map((one) => ({ name: '', address: one })), subject }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
