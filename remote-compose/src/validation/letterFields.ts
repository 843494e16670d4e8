import type { RecipientLists } from '../recipients/recipientLists.ts'

const RECIPIENT = /\{\{\s*(?:recipient|收件人)\s*\}\}/g
/** A field of any name; the server fills in those whose name it has. */
const FIELD = /\{\{[^\p{L}{}<>]{0,8}\p{L}{1,20}\s{0,8}\}\}/gu

/** Fills in the names of the recipients in To; without any, the field stays for the writer. */
export function withRecipients(text: string, { to }: RecipientLists, safe = (name: string) => name): string {
  const names = to.map(({ name, address }) => safe(name || address.replace(/@.*$/, '')))
  return names.length === 0 ? text : text.replace(RECIPIENT, () => names.join('、'))
}

/** The fields of a template that nothing was filled in for, each once, as they stand in the letter. */
export const openFields = (text: string): readonly string[] => [...new Set(text.match(FIELD))]

/** Whether a field is the recipients', which the letter fills in itself as soon as it has one. */
export const isRecipientField = (field: string): boolean => field.replace(RECIPIENT, '') === ''
