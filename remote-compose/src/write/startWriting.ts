import {
  type Attachment,
  type MailAddress,
  signatureFor,
  type WriteKind,
  type WriteParams,
  type WriteStart,
  writeOrigin,
} from '@yanshu/contracts'
import { fetchPart, format, http, language, newName, settings } from '@yanshu/shell-api'
import type { Spacing } from '@yanshu/ui/editor'
import type { ServerDraft } from '../draft-sync/draftSync.ts'
import { markedSignature } from '../letter-tools/signatureMark.ts'
import type { LetterPaper } from '../papers/paperFrame.ts'
import { type SplitLetter, splitLetter } from '../quote/letterParts.ts'
import { quoteBlock } from '../quote/quoteBlock.ts'
import type { RecipientLists } from '../recipients/recipientLists.ts'
import { chooseEntry } from '../recovery/chooseEntry.ts'
import { idleEntries, type KeptEntry } from '../recovery/letterJournal.ts'
import { cleanerOf, type LetterWindow, letterWindow } from './mailWindow.ts'
import { isWaiting, type Prefill, takePrefill } from './prefills.ts'
import { writeParams } from './writeParams.ts'

/** The route of a write tab. */
export interface WriteRoute {
  readonly type: string
  readonly mailId: number
  readonly query: URLSearchParams
}

/** What a letter begins as. */
export interface Beginning {
  readonly params: WriteParams
  readonly window: LetterWindow
  /** Key of its journal entry. */
  readonly entryKey: string
  readonly kind: WriteKind
  readonly sourceMailId: number | null
  readonly from: string
  readonly recipients: RecipientLists
  readonly subject: string
  readonly plain: boolean
  readonly spacing: Spacing
  /** CSS pixels of its text where the writer chose none. */
  readonly wordSize: number
  /** Cleaned HTML, or text when `plain`. */
  readonly body: string
  readonly quote: string | null
  /** The paper that it is on; null for none. */
  readonly paper: LetterPaper | null
  /** Which of the signatures are meant for it. */
  readonly signatureUse: 'forNew' | 'forReply'
  readonly attachments: readonly Attachment[]
  /** Names of files whose upload was cut off. */
  readonly unfinished: readonly string[]
  readonly priority: 1 | 3 | 5
  readonly requestReceipt: boolean
  readonly draft: ServerDraft | null
  /** Whether it holds work that the server does not have. */
  readonly restored: boolean
  /** What its first save names the draft. */
  readonly clientId: string
}

/** A version of the journal and another one on the server: the writer chooses. */
export type ChooseVersion = (keptAt: number) => Promise<'kept' | 'server'>

/** Begins to fetch what every letter begins with. A failure is told when one is begun. */
export function prepareWriting(): void {
  writeParams().catch(() => undefined)
  void letterWindow()
}

export function routeText({ type, mailId, query }: WriteRoute): string {
  const mark = query.get('c')
  return `${type}/${mailId}${mark ? `?c=${mark}` : ''}`
}

const startAgain = (mailId: number) => http.post('mail/email/editAgain', { mailId }, { silent: true })

/** Whether the browser brought this page back by reloading, and not long ago. */
function justReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  const type = navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate'
  return type === 'reload' && performance.now() < 20_000
}

/** The address names no kind of letter. */
export class UnknownWriteTypeError extends Error {}

/**
 * Finds out what a write tab begins with: unsaved work of the journal before anything else, then the draft, the answered
 * mail or nothing. Rejects with an `ApiError` that nobody has shown, or an `UnknownWriteTypeError`.
 */
export async function startWriting(route: WriteRoute, chooseVersion: ChooseVersion): Promise<Beginning> {
  const origin = writeOrigin(route.type)
  if (origin === null) throw new UnknownWriteTypeError(route.type)
  // Begun on this page a moment ago, with an address of its own: nothing can have been kept of it.
  const fresh = origin === 'new' && isWaiting(route.query.get('c')) && !route.query.has('restore')
  const [params, window, entries] = await Promise.all([
    writeParams(),
    letterWindow(),
    // Without a journal one can still write; the status says that nothing is kept on this device.
    fresh ? [] : idleEntries().catch((): KeptEntry[] => []),
  ])
  const ground = { params, window }
  const found = chooseEntry(entries, {
    route: routeText(route),
    draftId: origin === 'editAgain' ? route.mailId : null,
    restore: route.query.get('restore'),
    reloaded: justReloaded(),
  })
  if (found.kind === 'unsaved') {
    const { draft } = found.entry.value.note
    const newer = draft && (await newerOnServer(draft))
    if (!newer) return fromEntry(ground, found.entry)
    // What was kept goes on from the version that it was chosen over: its first save does not ask again.
    if ((await chooseVersion(found.entry.savedAt)) === 'kept')
      return { ...(await fromEntry(ground, found.entry)), draft: newer }
    return fromStart(ground, await startAgain(newer.mailId), found.entry.key)
  }
  if (found.kind === 'saved') return fromStart(ground, await startAgain(found.mailId), found.entry.key)
  if (origin === 'new') return newLetter(ground, route.query)
  if (origin === 'editAgain') return fromStart(ground, await startAgain(route.mailId))
  const start = await http.post(`mail/email/${origin}`, { mailId: route.mailId }, { silent: true })
  return withPrefill(await fromStart(ground, start), takePrefill(route.query.get('c')))
}

/** The draft on the server, where it is another than the one the kept work is based on. A draft that is gone is not. */
async function newerOnServer({ mailId, revision }: ServerDraft): Promise<ServerDraft | null> {
  if (revision === null) return null
  try {
    const { revision: now } = await startAgain(mailId)
    return now === revision ? null : { mailId, revision: now }
  } catch {
    return null
  }
}

interface Ground {
  readonly params: WriteParams
  readonly window: LetterWindow
}

const NO_LINES = '<p></p>'

/** Two lines to write on, then the signature (§3). */
const signed = (signature: string): string => (signature ? `${NO_LINES}${NO_LINES}${signature}` : '')

/** How letters of a kind use signatures. */
const signatureUseOf = (kind: WriteKind): Beginning['signatureUse'] =>
  kind === 'reply' || kind === 'replyAll' || kind === 'forward' ? 'forReply' : 'forNew'

/** The signature that a letter from this address begins with, as letters hold it; '' for none. */
function signatureHtml({ params, window }: Ground, sender: string, use: Beginning['signatureUse']): string {
  const { usualSignatures, signature, replySignature } = params
  const clean = cleanerOf(window)
  // A server of before names the HTML alone: it stands in the letter as text.
  if (!usualSignatures) return clean(use === 'forReply' ? (replySignature ?? signature) : signature)
  const usual = signatureFor(usualSignatures, sender, use)
  return usual ? markedSignature(usual.key, clean(usual.html)) : ''
}

const usualSender = ({ senders }: WriteParams): string => senders[0]?.address ?? ''

function empty(ground: Ground): Beginning {
  const { params, window } = ground
  const { wordSize, lineSpacing, requestReceipt } = settings.current().general
  return {
    params,
    window,
    clientId: newName(),
    entryKey: newName(),
    kind: 'new',
    sourceMailId: null,
    from: usualSender(params),
    recipients: { to: [], cc: [], bcc: [] },
    subject: '',
    plain: false,
    spacing: lineSpacing,
    wordSize,
    body: signed(signatureHtml(ground, usualSender(params), 'forNew')),
    quote: null,
    paper: null,
    signatureUse: 'forNew',
    attachments: [],
    unfinished: [],
    priority: 3,
    requestReceipt,
    draft: null,
    restored: false,
  }
}

/** A new letter, with what its address and whoever opened it ask for. */
async function newLetter(ground: Ground, query: URLSearchParams): Promise<Beginning> {
  const { usualPaper } = ground.params
  const paper = usualPaper ? (await fetchPart(() => import('../papers/paperFrame.ts'))).paperFrame(usualPaper) : null
  const begun = withPrefill({ ...empty(ground), paper }, takePrefill(query.get('c')))
  const templateId = Number(query.get('template'))
  if (!Number.isSafeInteger(templateId) || templateId <= 0) return begun
  const { beginWithTemplate } = await fetchPart(() => import('../letter-tools/beginWithTemplate.ts'))
  return beginWithTemplate(begun, templateId)
}

function withPrefill(beginning: Beginning, prefill: Prefill | null): Beginning {
  if (!prefill) return beginning
  const text = prefill.html ? cleanerOf(beginning.window)(prefill.html) : ''
  return {
    ...beginning,
    recipients: prefill.to ? { ...beginning.recipients, to: prefill.to } : beginning.recipients,
    subject: prefill.subject ?? beginning.subject,
    body: `${text}${beginning.body}`,
  }
}

/** Text and quote of stored HTML, each cleaned: what lies on the server may have come from anywhere. */
function cleanedParts(html: string, window: LetterWindow): SplitLetter {
  const parts = splitLetter(html, window)
  const clean = cleanerOf(window)
  return {
    ...parts,
    body: parts.plain ? parts.body : clean(parts.body),
    quote: parts.quote === null ? null : clean(parts.quote),
  }
}

async function fromStart(ground: Ground, start: WriteStart, entryKey?: string): Promise<Beginning> {
  const { params, window } = ground
  const blank = empty(ground)
  const { quoted } = start
  const { letterLanguage, signPosition } = settings.current().general
  const stored = start.mailId !== null || start.kind === 'editAgain'
  const parts = stored ? cleanedParts(start.html, window) : null
  const quote = quoted
    ? quoteBlock(quoted, start.kind === 'forward' ? 'forward' : 'reply', {
        language: letterLanguage === 'same' ? language() : letterLanguage,
        date: (ms) => format().exactTime(ms),
        clean: cleanerOf(window),
      })
    : null
  const isBelow = signPosition === 'below' && quote !== null
  const mine = params.senders.find(({ address }) => isOneOf(address, start.to)) ?? params.senders[0]
  const use = signatureUseOf(start.kind)
  const signature = stored ? '' : signatureHtml(ground, mine?.address ?? '', use)
  return {
    ...blank,
    entryKey: entryKey ?? blank.entryKey,
    kind: start.kind,
    sourceMailId: start.sourceMailId,
    from: mine?.address ?? '',
    recipients: { to: start.to, cc: start.cc, bcc: start.bcc },
    subject: start.subject,
    plain: parts?.plain ?? false,
    spacing: parts?.spacing ?? blank.spacing,
    wordSize: parts?.wordSize ?? blank.wordSize,
    body: parts?.body ?? (isBelow ? '' : signed(signature)),
    paper: parts ? await paperOf(parts) : null,
    quote: parts ? parts.quote : isBelow ? `${quote}${signature}` : quote,
    signatureUse: use,
    attachments: start.attachments,
    priority: start.priority,
    requestReceipt: parts ? start.requestReceipt : blank.requestReceipt,
    draft: start.mailId === null ? null : { mailId: start.mailId, revision: start.revision },
  }
}

/** The paper of a letter that is opened again, drawn anew: its HTML may have come from anywhere. */
async function paperOf({ paperMark }: SplitLetter): Promise<LetterPaper | null> {
  if (paperMark === null) return null
  const { designOf, paperFrame } = await fetchPart(() => import('../papers/paperFrame.ts'))
  const design = designOf(paperMark)
  return design && paperFrame(design)
}

const isOneOf = (address: string, people: readonly MailAddress[]): boolean =>
  people.some((person) => person.address.toLowerCase() === address.toLowerCase())

async function fromEntry({ params, window }: Ground, { key, value: { letter, note } }: KeptEntry): Promise<Beginning> {
  const parts = cleanedParts(letter.html, window)
  return {
    ...letter,
    params,
    window,
    entryKey: key,
    plain: parts.plain,
    spacing: parts.spacing,
    wordSize: parts.wordSize,
    body: parts.body,
    quote: parts.quote,
    paper: await paperOf(parts),
    signatureUse: signatureUseOf(letter.kind),
    draft: note.draft,
    restored: true,
    clientId: note.clientId,
  }
}

/** The newest version of a draft, to replace what is on the screen. */
export async function readDraft(mailId: number, ground: Ground): Promise<Beginning> {
  return fromStart(ground, await startAgain(mailId))
}
