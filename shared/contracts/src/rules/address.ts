export interface MailAddress {
  /** Display name, '' when there is none. */
  name: string
  address: string
}

const LOCAL = /^[^\s@<>()[\]\\,;:"]+$/u
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{N}-]{1,63}(?<!-)$/u

/** Whether this is one addr-spec a mail can be sent to (RFC 5321 §4.1.2, with RFC 6531 letters; no quoted local part). */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1) return false
  const local = text.slice(0, at)
  const domain = text.slice(at + 1)
  if (text.length > 254 || local.length > 64 || local.startsWith('.') || local.endsWith('.') || local.includes('..')) {
    return false
  }
  const labels = domain.split('.')
  return LOCAL.test(local) && labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
}

/** Two addresses are the same mailbox when they match without regard to case. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
