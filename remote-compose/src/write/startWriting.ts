import {
  isSealedLetter,
  type MailAddress,
  optionsIn,
  SEALED_PICTURE,
  signatureFor,
  type WriteKind,
  type WriteParams,
  type WriteStart,
  withOption,
  writeOrigin,
} from '@yanshu/contracts'
import { fetchPart, format, http, language, newName, settings } from '@yanshu/shell-api'
import type { ServerDraft } from '../draft-sync/draftSync.ts'
import { markedSignature } from '../letter-tools/signatureMark.ts'
import type { LetterPaper } from '../papers/letterPaper.ts'
import { type SplitLetter, splitLetter } from '../quote/letterParts.ts'
import { quoteBlock } from '../quote/quoteBlock.ts'
import { chooseEntry } from '../recovery/chooseEntry.ts'
import { idleEntries, type KeptEntry } from '../recovery/letterJournal.ts'
import { fetchSealing } from '../sealed/fetchSealing.ts'
import type { Beginning, ChooseVersion } from './beginning.ts'
import { cleanerOf, type LetterWindow, letterWindow } from './mailWindow.ts'
import { isWaiting, type Prefill, takePrefill } from './prefills.ts'
import { writeParams } from './writeParams.ts'

/** The route of a write tab. */
export interface WriteRoute {
  readonly type: string
  readonly mailId: number
  readonly query: URLSearchParams
}

/** Begins to fetch what every letter begins with. A failure is shown when one is begun. */
export function prepareWriting(): void {
  writeParams().catch(() => undefined)
  void letterWindow()
}

export function routeText({ type, mailId, query }: WriteRoute): string {
  const mark = query.get('c')
  return `${type}/${mailId}${mark ? `?c=${mark}` : ''}`
}

/** The mails that a letter carries as files. */
const attachedIn = ({ mailId, query }: WriteRoute): number[] =>
  (query.get('mails') ?? `${mailId}`).split('.').map(Number)

const startAgain = (mailId: number) => http.post('mail/email/editAgain', { mailId }, { silent: true })

/** The letter as a correction of the sent one, where the address asks for that (`corrects`). */
const correcting = ({ mailId, query }: WriteRoute, start: WriteStart): WriteStart =>
  query.has('corrects') && start.mailId === null
    ? { ...start, options: withOption(start.options ?? optionsIn(start), 'mail.corrects', mailId) }
    : start

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
 * mail or nothing. Rejects with an `ApiError` that is not yet shown, or an `UnknownWriteTypeError`.
 */
export async function startWriting(route: WriteRoute, chooseVersion: ChooseVersion): Promise<Beginning> {
  const origin = writeOrigin(route.type)
  if (origin === null) throw new UnknownWriteTypeError(route.type)
  // Begun on this page a moment ago, with an address of its own: nothing can have been kept of it.
  const fresh = origin === 'new' && isWaiting(route.query.get('c')) && !route.query.has('restore')
  const [params, window, entries] = await Promise.all([
    writeParams(),
    letterWindow(),
    // Without a journal one can still write; the status shows that nothing is kept on this device.
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
  if (origin === 'new') return newLetter(ground, route)
  if (origin === 'editAgain') return fromStart(ground, correcting(route, await startAgain(route.mailId)))
  if (origin === 'forwardAttached')
    return fromStart(
      ground,
      await http.post('mail/email/forwardAttached', { mailIds: attachedIn(route) }, { silent: true }),
    )
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
    letter: {
      kind: 'new',
      sourceMailId: null,
      from: usualSender(params),
      recipients: { to: [], cc: [], bcc: [] },
      subject: '',
      options: withOption({}, 'mail.receipt', requestReceipt),
      plain: false,
      spacing: lineSpacing,
      wordSize,
      quote: null,
      paper: null,
    },
    body: signed(signatureHtml(ground, usualSender(params), 'forNew')),
    signatureUse: 'forNew',
    attachments: [],
    unfinished: [],
    draft: null,
    restored: false,
  }
}

/** A new letter, with what its address and its opener ask for. */
async function newLetter(ground: Ground, { type, query }: WriteRoute): Promise<Beginning> {
  const { usualPaper } = ground.params
  const paper = usualPaper ? (await fetchPart(() => import('../papers/paperFrame.ts'))).paperFrame(usualPaper) : null
  const blank = empty(ground)
  const options = withOption(blank.letter.options, 'mail.separately', type === 'separate')
  const begun = withPrefill({ ...blank, letter: { ...blank.letter, paper, options } }, takePrefill(query.get('c')))
  const templateId = Number(query.get('template'))
  if (!Number.isSafeInteger(templateId) || templateId <= 0) return begun
  const { beginWithTemplate } = await fetchPart(() => import('../letter-tools/beginWithTemplate.ts'))
  return beginWithTemplate(begun, templateId)
}

function withPrefill(beginning: Beginning, prefill: Prefill | null): Beginning {
  if (!prefill) return beginning
  const { letter } = beginning
  const text = prefill.html ? cleanerOf(beginning.window)(prefill.html) : ''
  return {
    ...beginning,
    letter: {
      ...letter,
      recipients: {
        to: prefill.to ?? letter.recipients.to,
        cc: prefill.cc ?? letter.recipients.cc,
        bcc: prefill.bcc ?? letter.recipients.bcc,
      },
      subject: prefill.subject ?? letter.subject,
    },
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

async function fromStart(ground: Ground, found: WriteStart, entryKey?: string): Promise<Beginning> {
  const { params, window } = ground
  // Of a draft alone: mail of others may have anything in its HTML.
  const isSealed = found.mailId !== null && isSealedLetter(found.html)
  const start = isSealed ? await (await fetchSealing()).opened(found) : found
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
  const mine = senderOf(params, start)
  const use = signatureUseOf(start.kind)
  const signature = stored ? '' : signatureHtml(ground, mine, use)
  return {
    ...blank,
    entryKey: entryKey ?? blank.entryKey,
    letter: {
      kind: start.kind,
      sourceMailId: start.sourceMailId,
      from: mine,
      recipients: { to: start.to, cc: start.cc, bcc: start.bcc },
      subject: start.subject,
      options: parts ? optionsIn(start) : blank.letter.options,
      plain: parts?.plain ?? false,
      spacing: parts?.spacing ?? blank.letter.spacing,
      wordSize: parts?.wordSize ?? blank.letter.wordSize,
      quote: parts ? parts.quote : isBelow ? `${quote}${signature}` : quote,
      paper: parts ? await paperOf(parts) : null,
    },
    body: parts?.body ?? (isBelow ? '' : signed(signature)),
    signatureUse: use,
    attachments: start.attachments,
    draft: start.mailId === null ? null : { mailId: start.mailId, revision: start.revision },
  }
}

/** The address that a letter is written from: its own, the one that the answered mail came to, or the usual one. */
function senderOf(params: WriteParams, { from, to }: WriteStart): string {
  const own = params.senders.find(({ address }) => address.toLowerCase() === from?.toLowerCase())
  return (own ?? params.senders.find(({ address }) => isOneOf(address, to)))?.address ?? usualSender(params)
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
  const { to, cc, bcc, html, fileIds: _, ...fields } = letter.content
  if (html.includes(SEALED_PICTURE)) await (await fetchSealing()).openPictures(html)
  const parts = cleanedParts(html, window)
  const { body, paperMark: __, ...shape } = parts
  return {
    params,
    window,
    entryKey: key,
    letter: { ...fields, recipients: { to, cc, bcc }, ...shape, paper: await paperOf(parts) },
    body,
    signatureUse: signatureUseOf(fields.kind),
    attachments: letter.attachments,
    unfinished: letter.unfinished,
    draft: note.draft,
    restored: true,
    clientId: note.clientId,
  }
}

/** The newest version of a draft, to replace what is on the screen. */
export async function readDraft(mailId: number, ground: Ground): Promise<Beginning> {
  return fromStart(ground, await startAgain(mailId))
}
