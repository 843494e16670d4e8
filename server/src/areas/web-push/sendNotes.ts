import { lookup } from 'node:dns/promises'
import https from 'node:https'
import { isIP } from 'node:net'
import type { PushNote } from '@yanshu/contracts'
import type { Context } from '../../store/context/context.ts'
import { skipLocked } from '../../store/database/skipLocked.ts'
import { transact } from '../../store/database/transact.ts'
import { readSettings } from '../../store/profile/settings.ts'
import { isPublicAddress } from '../files/index.ts'
import { approvalNote } from './approvalNote.ts'
import { followUpNote } from './followUpNote.ts'
import { mailNote } from './mailNote.ts'
import { reminderNote } from './reminderNote.ts'
import { forgetListener, type Listener, listenersOf } from './subscriptions.service.ts'
import { fetchWebPush, type VapidKeys, vapidKeys } from './vapidKeys.ts'

/** Notes that are claimed at a time. */
const AT_ONCE = 50
/** How long a note is left to the server that sends it, longer than push services may take. */
export const HELD_MS = 60_000
/** A note that is older than that is no longer of use. */
const NOTE_LIFE_MS = 10 * 60_000
/** How long a push service keeps a note for a browser that is away, in seconds. */
const TTL_S = 4 * 60 * 60
const ANSWER_WITHIN_MS = 10_000

/** Where notes may go. A test has its own push service. */
export interface PushPolicy {
  readonly resolve: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
  readonly allowsAddress: (address: string) => boolean
  /** A certificate that is trusted besides those of the machine. */
  readonly ca?: string
}

export const PUBLIC_SERVICES: PushPolicy = {
  resolve: (host) => lookup(host, { all: true }),
  allowsAddress: isPublicAddress,
}

/**
 * Sends what is noted to the browsers of those whom it concerns. The server that sends a note holds it for a minute: after a
 * crash another server sends it. What had been sent by then has the same topic and the same tag, so that push service and
 * browser put it in place of the first. One push service that fails or does not answer delays no other. Answers how many notes
 * there were.
 */
export async function sendNotes(context: Context, policy: PushPolicy = PUBLIC_SERVICES): Promise<number> {
  const notes = await hold(context)
  const fresh = notes.filter(({ created_at }) => created_at > context.now() - NOTE_LIFE_MS)
  const keys = fresh.length > 0 ? await vapidKeys(context) : null
  // A note that cannot be read is written down and lost; the others are sent, and none is sent for ever.
  const lost = (error: unknown) => context.log.warn({ err: error }, 'a note to a browser could not be made')
  if (keys) await Promise.all(fresh.map((note) => sendNote(context, note, keys, policy).catch(lost)))
  const ids = notes.map(({ id }) => id)
  if (ids.length > 0) await context.store.db.deleteFrom('push_note').where('id', 'in', ids).execute()
  return notes.length
}

interface Note {
  readonly id: number
  readonly account_id: number
  readonly mail_id: number
  readonly created_at: number
  readonly follow_up_id: number | null
  readonly approval_id: number | null
}

/** Takes notes that no server is sending; other servers may take them again after a while. */
async function hold(context: Context): Promise<Note[]> {
  const now = context.now()
  // Most readings find nothing, and need not make writers wait.
  const any = context.store.db
    .selectFrom('push_note')
    .select('id')
    .where('created_at', '<=', now)
    .orderBy('created_at')
    .limit(1)
  if (!(await any.executeTakeFirst())) return []
  return transact(context, async (trx) => {
    const found = await skipLocked(
      context.store.engine,
      trx
        .selectFrom('push_note')
        .selectAll()
        .where('created_at', '<=', now)
        .orderBy('created_at')
        .orderBy('id')
        .limit(AT_ONCE),
    ).execute()
    const ids = found.map(({ id }) => id)
    if (ids.length > 0) {
      await trx
        .updateTable('push_note')
        .set({ created_at: now + HELD_MS })
        .where('id', 'in', ids)
        .execute()
    }
    return found
  })
}

async function sendNote(context: Context, note: Note, keys: VapidKeys, policy: PushPolicy) {
  const listeners = await listenersOf(context, note.account_id)
  if (listeners.length === 0) return
  const noteFor = await contentOf(context, note)
  if (!noteFor) return
  await Promise.all(listeners.map((listener) => send(context, listener, noteFor(listener), keys, policy)))
}

/** The content of a note for each browser; null when there is none any more. */
async function contentOf(context: Context, { account_id, mail_id, follow_up_id, approval_id }: Note) {
  if (follow_up_id !== null) return followUpNote(context, account_id, follow_up_id)
  if (mail_id < 0) return reminderNote(context, account_id, -mail_id)
  // The setting is about mail that comes or waits; an event or a follow-up without a reminder has none.
  const { notify } = await readSettings(context, account_id)
  if (!notify) return null
  return approval_id === null ? mailNote(context, account_id, mail_id) : approvalNote(context, account_id, approval_id)
}

/** Names the thing that a note is about: a later note of the same takes the place of the first. */
function topicOf(note: PushNote): string {
  if ('approvalId' in note) return `approval${note.approvalId}`
  if ('followUpId' in note) return `followup${note.followUpId}`
  return 'mailId' in note ? `mail${note.mailId}` : `reminder${note.reminderId}`
}

/** Sends one note. A browser that is gone (404, 410) is forgotten; any other failure is written down and loses the note. */
async function send(context: Context, listener: Listener, note: PushNote, keys: VapidKeys, policy: PushPolicy) {
  const { endpoint, p256dh, auth, hash } = listener
  try {
    const { generateRequestDetails } = await fetchWebPush()
    const subject = `mailto:postmaster@${note.account.slice(note.account.lastIndexOf('@') + 1)}`
    const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(note), {
      vapidDetails: { subject, ...keys },
      TTL: TTL_S,
      urgency: 'normal',
      topic: topicOf(note),
    })
    const status = await post(new URL(endpoint), headers, body, policy)
    if (status === 404 || status === 410) await forgetListener(context, hash)
    else if (status >= 300)
      context.log.warn({ status, service: new URL(endpoint).host }, 'a push service refused a note')
  } catch (error) {
    context.log.warn({ err: error, service: new URL(endpoint).host }, 'a push service could not be reached')
  }
}

/** Posts to an address that a browser has named: the very address that was judged is connected to, and nothing is followed. */
async function post(url: URL, headers: object, body: Buffer | null, policy: PushPolicy): Promise<number> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await policy.resolve(host)
  const first = found[0]
  if (url.protocol !== 'https:' || !first || !found.every(({ address }) => policy.allowsAddress(address))) {
    throw new Error('not a push service of the public internet')
  }
  return new Promise((resolve, reject) => {
    const request = https.request(url, {
      method: 'POST',
      signal,
      agent: false,
      ...(policy.ca ? { ca: policy.ca } : {}),
      lookup: (_name, options, callback) => {
        if (options.all) callback(null, [first])
        else callback(null, first.address, first.family)
      },
      headers: { ...headers },
    })
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.once('error', reject)
    request.end(body)
  })
}
