import type { Bytes } from '@yanshu/cms'
import { http, type LoginScope, loginScope } from '@yanshu/shell-api'
import { useQuery } from '@yanshu/shell-api/query'
import { useEffect, useState } from 'react'
import { type Cms, fetchCms } from '../crypto/fetchCms.ts'
import { askKeys, heldKeys, type OpenKeys, useOpenKeys } from '../open/keyring.ts'
import { type Authorities, describeMail, type MailFacts } from './describeMail.ts'

/** A mail that is read here, larger ones are saved and opened by a program. */
export const LARGEST_MAIL = 50 * 1024 * 1024

export class TooLargeError extends Error {}

/** A mail whose protections were opened. It stands in the memory of the view, and is gone once the keys are closed. */
export interface ReadMail {
  readonly cms: Cms
  readonly mail: Bytes
  readonly facts: MailFacts | null
}

export interface MailSource {
  readonly name: string
  readonly from: string
  readonly receivedAt: number
  /** `onRead` is called with what has been read of a long mail, 0 to 100. */
  readonly load: (signal: AbortSignal, onRead: (percent: number) => void) => Promise<Blob>
}

/** What is done with a long mail: read from the server, or opened; null for a short one. */
export type Opening = { readonly step: 'loading'; readonly percent: number } | { readonly step: 'opening' } | null

/** From so many bytes on its reader is shown how far a mail is. */
export const LONG_MAIL = 5 * 1024 * 1024

/** The authorities that the organisation trusts. A signature is judged by them, so without them none is. */
export const askAuthorities = (login: LoginScope = loginScope()) =>
  http.get('keymanagement/key/authorities', {}, { silent: true, login })

interface Reading {
  readonly open: OpenKeys | null
  readonly authorities: Authorities
  readonly signal: AbortSignal
  readonly onOpening: (opening: Opening) => void
}

async function readMail(source: MailSource, { open, authorities, signal, onOpening }: Reading) {
  const login = loginScope()
  const blob = await source.load(signal, (percent) => onOpening({ step: 'loading', percent }))
  if (blob.size > LARGEST_MAIL) throw new TooLargeError()
  if (blob.size > LONG_MAIL) onOpening({ step: 'opening' })
  const [cms, buffer] = await Promise.all([fetchCms(), blob.arrayBuffer()])
  const mail = new Uint8Array(buffer)
  // Keys of before have certificates of before: the list has all of them.
  const keys = open ? heldKeys(cms, open, await askKeys(login)) : []
  const { from, receivedAt } = source
  const facts = await describeMail(cms, mail, { from, receivedAt, now: Date.now(), keys, authorities })
  return { cms, mail, facts }
}

/** Opens a mail with the keys that are open, again whenever they are opened or closed. */
export function useProtectedMail(source: MailSource | null): {
  readonly read: ReadMail | null
  readonly problem: unknown
  readonly opening: Opening
} {
  const open = useOpenKeys()
  const { data: authorities, error } = useQuery({
    queryKey: ['keys', 'authorities'],
    queryFn: () => askAuthorities(),
    retry: false,
  })
  const [opening, setOpening] = useState<Opening>(null)
  const [state, setState] = useState<{ of: MailSource; open: OpenKeys | null; read?: ReadMail; problem?: unknown }>()
  useEffect(() => {
    if (!source || !authorities) return
    const control = new AbortController()
    const onOpening = (next: Opening) => {
      if (!control.signal.aborted) setOpening(next)
    }
    readMail(source, { open, authorities, signal: control.signal, onOpening }).then(
      (read) => {
        if (!control.signal.aborted) setState({ of: source, open, read })
      },
      (problem: unknown) => {
        if (!control.signal.aborted) setState({ of: source, open, problem })
      },
    )
    return () => {
      control.abort()
      setOpening(null)
      // What the keys had opened goes with them.
      setState(undefined)
    }
  }, [source, open, authorities])
  const current = state && state.of === source && state.open === open ? state : null
  return { read: current?.read ?? null, problem: current?.problem ?? (authorities ? null : error), opening }
}
