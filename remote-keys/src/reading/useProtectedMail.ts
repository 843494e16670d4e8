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
  readonly load: (signal: AbortSignal) => Promise<Blob>
}

/** The authorities that the organisation trusts. A signature is judged by them, so without them none is. */
export const askAuthorities = (login: LoginScope = loginScope()) =>
  http.get('keymanagement/key/authorities', {}, { silent: true, login })

async function readMail(source: MailSource, open: OpenKeys | null, authorities: Authorities, signal: AbortSignal) {
  const login = loginScope()
  const blob = await source.load(signal)
  if (blob.size > LARGEST_MAIL) throw new TooLargeError()
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
} {
  const open = useOpenKeys()
  const { data: authorities, error } = useQuery({
    queryKey: ['keys', 'authorities'],
    queryFn: () => askAuthorities(),
    retry: false,
  })
  const [state, setState] = useState<{ of: MailSource; open: OpenKeys | null; read?: ReadMail; problem?: unknown }>()
  useEffect(() => {
    if (!source || !authorities) return
    const control = new AbortController()
    readMail(source, open, authorities, control.signal).then(
      (read) => {
        if (!control.signal.aborted) setState({ of: source, open, read })
      },
      (problem: unknown) => {
        if (!control.signal.aborted) setState({ of: source, open, problem })
      },
    )
    return () => {
      control.abort()
      // What the keys had opened goes with them.
      setState(undefined)
    }
  }, [source, open, authorities])
  const current = state && state.of === source && state.open === open ? state : null
  return { read: current?.read ?? null, problem: current?.problem ?? (authorities ? null : error) }
}
