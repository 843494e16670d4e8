import type { MailDetail, MailListItem } from './http/mail.ts'
import type {
  LetterCheck,
  LetterOptionsPort,
  LetterPort,
  MailPort,
  OpenLetter,
  OpenMail,
  OptionedLetter,
} from './ports.ts'
import type { MailAddress } from './rules/address.ts'

/** A mark that a row of the list may have. */
export type RowMarker = {
  [N in keyof MailListItem]-?: MailListItem[N] extends boolean ? N : never
}[keyof MailListItem]

/** Receives the files of "take everything with me". */
export interface FileWriter {
  /**
   * @param path inside the archive, with `/` between its parts: `contacts/all.vcf`. A second file of the same path gets
   * a number.
   * @throws when the user has called off the export
   */
  write(path: string, content: Blob): Promise<void>
}

/** What one remote adds to "take everything with me". */
export interface ExportPart {
  /** Its own among the parts of all remotes: the remote's name and a word, `remote-notes.all`. */
  readonly id: string
  /** What it is, in the user's language: "Contacts (vCard)". */
  readonly label: string
  /**
   * Writes its files. A rejection is shown to the user; the files that it has written by then are kept.
   * @param signal aborted when the user calls off the export
   */
  write(writer: FileWriter, signal: AbortSignal): Promise<void>
}

/**
 * Places on the screens of one remote, or of the host, that others fill. `major` grows when the props of a slot change so
 * that a filler written before no longer works; every slot has its own. `facts` are what a filler can be made dependent
 * on before it is loaded.
 */
export interface Slots {
  /** A card of the home screen. */
  'dashboard.card': { major: 1; props: { readonly size: 'small' | 'wide' } }
  /**
   * Above the text of a mail. Facts are the MIME types of its parts in lower case, `*` and `image/*` for any, `receipt`
   * for a mail that asks whether it was read, and `restricted` for the head of a letter that is opened apart.
   */
  'mail.card': { major: 1; props: { readonly mail: MailDetail; readonly port: MailPort }; facts: string }
  /**
   * In the bar that names the danger of a mail, where no filler of `mail.card` shows it again: a way to the
   * reasons.
   */
  'mail.danger': { major: 1; props: { readonly mail: MailDetail } }
  /** A tool for the mail that is shown, in its toolbar. */
  'mail.tool': { major: 1; props: { readonly mail: MailDetail; readonly port: MailPort } }
  /** A tool for the letter that is written. */
  'letter.tool': { major: 1; props: { readonly letter: LetterPort } }
  /**
   * Options of the letter that is written: the filler draws those of its own remote, below the text. The letter carries
   * them under the remote's name (`remote-notes.stamp`), and is not sent without them in silence. Older hosts give no
   * `letter`.
   */
  'letter.option': { major: 1; props: { readonly options: LetterOptionsPort; readonly letter?: OptionedLetter } }
  /**
   * A check of letters before they are sent. The filler offers it as soon as it is shown, and withdraws it with the
   * function that it is given. The `title` that it declares names it to the writer; `order` is its place among the checks,
   * of which those of the product are below 0.
   */
  'letter.check': { major: 1; props: { readonly offer: (check: LetterCheck) => () => void }; titled: true }
  /** Above the mails that a search has found, with what is known of the word elsewhere. */
  'search.above': { major: 1; props: { readonly keyword: string } }
  /** On a row of a list. Facts are the marks that the row has. */
  'mail.row': { major: 1; props: { readonly row: MailListItem }; facts: RowMarker }
  /** Below the recipients, about an address that is written to. */
  'recipient.hint': { major: 1; props: { readonly address: string } }
  /** What is known of a person, where the person is shown. */
  'person.card': { major: 1; props: { readonly person: MailAddress } }
  /**
   * The panel at the right edge, a sheet on a phone. The host draws its frame and the `title` that the filler declares;
   * one filler is shown at a time, the one that `drawer.show` of shell-api has named last.
   */
  drawer: { major: 1; props: { readonly mail: OpenMail | null; readonly letter: OpenLetter | null }; titled: true }
  /** Below the folders. `onChosen` is called as a place is opened; older hosts give none. */
  'sidebar.section': {
    major: 1
    props: { readonly collapsed: boolean; readonly onChosen?: (() => void) | undefined }
  }
  /** A button of the top bar. */
  'topbar.tool': { major: 1; props: object }
  /** The quick search of the top bar. */
  'topbar.search': { major: 1; props: object }
  /** A quiet bar above the views, for what waits for an answer; nothing while nothing waits. */
  'frame.bar': { major: 1; props: object }
  /**
   * A part of "take everything with me". The filler offers what it can write as soon as it is shown, and withdraws it
   * with the function that it is given; what it shows itself stands below the list, such as a choice of years.
   */
  'settings.export': { major: 1; props: { readonly offer: (part: ExportPart) => () => void } }
}

export type SlotName = keyof Slots
export type SlotProps<N extends SlotName> = Slots[N]['props']
