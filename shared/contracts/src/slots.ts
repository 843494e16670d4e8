import type { MailDetail, MailListItem } from './http/mail.ts'
import type { LetterPort, MailPort, OpenLetter, OpenMail } from './ports.ts'
import type { MailAddress } from './rules/address.ts'

/** A mark that a row of the list may have. */
export type RowMarker = {
  [N in keyof MailListItem]: MailListItem[N] extends boolean ? N : never
}[keyof MailListItem]

/** Takes the files of "take everything with me". */
export interface FileWriter {
  /** @param path inside the archive: `contacts/all.vcf` */
  write(path: string, content: Blob): Promise<void>
}

/**
 * Places on the screens of one remote, or of the host, that others fill. `major` grows when the props of a slot change so
 * that a filler written before no longer works; every slot has its own. `facts` are what a filler can be made dependent
 * on before it is loaded.
 */
export interface Slots {
  /** A card of the home screen. */
  'dashboard.card': { major: 1; props: { readonly size: 'small' | 'wide' } }
  /** Above the text of a mail. Facts are the MIME types of its parts in lower case, and `*` and `image/*` for any. */
  'mail.card': { major: 1; props: { readonly mail: MailDetail; readonly port: MailPort }; facts: string }
  /** A tool for the mail that is shown, in its toolbar. */
  'mail.tool': { major: 1; props: { readonly mail: MailDetail; readonly port: MailPort } }
  /** A tool for the letter that is written. */
  'letter.tool': { major: 1; props: { readonly letter: LetterPort } }
  /** On a row of a list. Facts are the marks that the row has. */
  'mail.row': { major: 1; props: { readonly row: MailListItem }; facts: RowMarker }
  /** Below the recipients, about an address that is written to. */
  'recipient.hint': { major: 1; props: { readonly address: string } }
  /** What is known of a person, where the person is shown. */
  'person.card': { major: 1; props: { readonly person: MailAddress } }
  /** The panel at the right edge; there while `topbar.tool` or somebody else has asked for it. */
  drawer: { major: 1; props: { readonly mail: OpenMail | null; readonly letter: OpenLetter | null } }
  /** Below the folders. */
  'sidebar.section': { major: 1; props: { readonly collapsed: boolean } }
  /** A button of the top bar. */
  'topbar.tool': { major: 1; props: object }
  /** The quick search of the top bar. */
  'topbar.search': { major: 1; props: object }
  /** A quiet bar above the views, for what waits for an answer; nothing while nothing waits. */
  'frame.bar': { major: 1; props: object }
  /** A part of "take everything with me". */
  'settings.export': { major: 1; props: { readonly writer: FileWriter } }
}

export type SlotName = keyof Slots
export type SlotProps<N extends SlotName> = Slots[N]['props']
