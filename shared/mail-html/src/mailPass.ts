import type { WindowLike } from 'dompurify'
import type { MailSheet } from './bound/boundMail.ts'
import type { ColourScheme, SafeRule } from './css/filterSheet.ts'

/**
 * Where the mail is shown. `read`, `preview` and `public` go into the frame; `print` is on paper (light, nothing folded);
 * `quote` is for the editor: style sheets become style attributes and links keep their real addresses.
 */
export type RenderMode = 'read' | 'quote' | 'print' | 'preview' | 'public'

export interface RenderOptions {
  readonly mode: RenderMode
  /** Whether the reader (or a rule of the reader's) has asked for remote images. */
  readonly allowRemote: boolean
  /** Address of the server's image proxy for a remote image, or `undefined` to hold this one back. */
  readonly remoteImageUrl?: (url: string) => string | undefined
  /** Content-ID without angle brackets → blob:, data: or same-origin address. */
  readonly cid?: ReadonlyMap<string, string>
  /** Default `light`. In `quote` it is always `light`; leave it out for what goes on paper. */
  readonly scheme?: ColourScheme
  /** Address of the link warning page for a web address. Default: {@link linkPageUrl}. */
  readonly linkUrl?: (url: string) => string
  /** What stands on the fold over quoted history; in the reader's language. Default `···`. */
  readonly quoteLabel?: string
  /** The window whose parser is used. Default: the global one. */
  readonly window?: MailWindow
  /** Folds more than what is marked as quoted, see `foldRepeated`. */
  readonly fold?: MailPass | undefined
  /** How many parts of a long mail are rendered; all that is shown of one mail when not given. */
  readonly parts?: number
}

/** What the renderer needs of a window; jsdom's fits as well. */
export type MailWindow = WindowLike

/** A link whose text shows one host while the address leads to another. */
export interface DeceptiveLink {
  readonly text: string
  readonly shownHost: string
  readonly host: string
  readonly url: string
}

/** A picture of another server in a mail, as its sender named it. */
export interface RemoteImage {
  readonly url: string
  /** It is one or two pixels in size: it shows nothing, so it only counts readers. */
  readonly pixel: boolean
  /** It was not shown; otherwise it came through the proxy of this server. */
  readonly held: boolean
}

/** `app`: the mail sets no colours of its own and gets those of the application. `paper`: it does, and is shown on white. */
export type MailTone = 'app' | 'paper'

export interface RenderedMail {
  /** Inner HTML of the body: one `div.yanshu-mail`. */
  readonly html: string
  /** The mail's own rules that passed; empty in mode `quote`. */
  readonly css: string
  /** Remote images not shown, and the hosts they would have been asked from, sorted. */
  readonly heldImages: { readonly count: number; readonly hosts: readonly string[] }
  /** The pictures of other servers, shown or held, each as often as it stands there. */
  readonly remoteImages: readonly RemoteImage[]
  readonly deceptiveLinks: readonly DeceptiveLink[]
  /** Whether earlier mail is quoted, folded or not. */
  readonly hasQuote: boolean
  readonly direction: 'ltr' | 'rtl'
  /** Visible characters without white space. */
  readonly textLength: number
  readonly tone: MailTone
  /** What stands behind the parts that were rendered: nothing, more of the mail, or too much to be shown at all. */
  readonly rest: 'none' | 'more' | 'cut'
}

/** What passes share: the options of the caller, what is known of the mail, and what is to be reported. */
export interface MailContext {
  readonly mode: RenderMode
  readonly allowRemote: boolean
  readonly scheme: ColourScheme
  readonly quoteLabel: string
  readonly cid: ReadonlyMap<string, string>
  readonly remoteImageUrl: (url: string) => string | undefined
  readonly linkUrl: (url: string) => string
  /** Style sheets of the mail as written, in order, with their media condition. */
  readonly sheets: readonly MailSheet[]
  /** Rules that passed so far. */
  rules: SafeRule[]
  /** Addresses that the passes themselves have given out; only these may be fetched. */
  readonly issued: Set<string>
  readonly held: { count: number; readonly hosts: Set<string> }
  readonly remoteImages: RemoteImage[]
  readonly deceptiveLinks: DeceptiveLink[]
  hasQuote: boolean
  tone: MailTone
}

/** One step over the inert document of a mail. It changes the document and reports into the context; nothing else. */
export type MailPass = (document: Document, context: MailContext) => void
