import { go, tabKey } from '@yanshu/shell-api'
import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whenIdle } from './whenIdle.ts'

/** The address of an open mail is right after this time at the latest. */
const ADDRESS_WITHIN_MS = 250

export interface OpenMail {
  readonly openId: number | null
  /** The same for what runs later than it was made. */
  readonly lastOpen: RefObject<number | null>
  /** Opens a mail, or goes back to the list. */
  readonly show: (id: number | null) => void
}

/** Which mail of a list is open. It stands in the address, so that Back, reload and a second window find it. */
export function useOpenMail(view: { query: URLSearchParams; active: boolean; beside: boolean }): OpenMail {
  const { query, active, beside } = view
  const wanted = Number(query.get('mail')) || null
  const [openId, setOpenId] = useState(wanted)
  const lastWanted = useRef(wanted)
  // Before anything is painted: the mail of the address before must not be seen at this one.
  useLayoutEffect(() => {
    if (wanted === lastWanted.current) return
    lastWanted.current = wanted
    setOpenId(wanted)
  }, [wanted])

  const lastOpen = useRef(openId)
  const here = useRef({ path: '', query })
  useEffect(() => {
    lastOpen.current = openId
    // Asked for and not followed: a list that is covered need not be drawn when somebody goes on.
    if (active) here.current = { path: tabKey(location.hash.slice(1)), query }
  })

  const callOff = useRef(() => {})
  /** A step of Back that is still to be made. */
  const stepping = useRef(false)
  useEffect(() => {
    if (!active) return
    // Whoever presses Back meanwhile has chosen an address: the one on its way must not replace it.
    const cancel = () => {
      callOff.current()
      stepping.current = false
    }
    window.addEventListener('popstate', cancel)
    return () => {
      window.removeEventListener('popstate', cancel)
      callOff.current()
    }
  }, [active])
  const show = useCallback(
    (id: number | null) => {
      setOpenId(id)
      lastWanted.current = id
      const next = new URLSearchParams(here.current.query)
      if (id === null) next.delete('mail')
      else next.set('mail', String(id))
      const search = next.toString()
      const address = `${here.current.path}${search ? `?${search}` : ''}`
      // Beside the list every mail would be a step of Back; in its place it is one.
      const replace = beside || (id !== null && lastOpen.current !== null && !stepping.current)
      // The address follows when the mail is there: the frame is drawn for it, which nobody waits for.
      callOff.current()
      stepping.current = !replace
      callOff.current = whenIdle(() => {
        stepping.current = false
        startTransition(() => go(address, { replace, follows: true }))
      }, ADDRESS_WITHIN_MS)
    },
    [beside],
  )
  return { openId, lastOpen, show }
}
