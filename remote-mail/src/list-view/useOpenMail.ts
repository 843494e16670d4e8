import type { OpenItem } from '@yanshu/lists/view'
import { go, storeOf, tabKey, useStore } from '@yanshu/shell-api'
import { startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { openAt, openBy } from './openMail.ts'
import { whenIdle } from './whenIdle.ts'

/** The address of an open mail is right after this time at the latest. */
const ADDRESS_WITHIN_MS = 250

export type OpenMail = OpenItem<number>

/** Path and query that the page has. */
const addressOfPage = () => location.hash.slice(1)
const mailIn = (query: URLSearchParams) => Number(query.get('mail')) || null

/** Which mail of a list is open. It stands in the address, so that Back, reload and a second window find it. */
export function useOpenMail(view: { query: URLSearchParams; active: boolean; beside: boolean }): OpenMail {
  const { query, active, beside } = view
  const wanted = mailIn(query)
  const [opened] = useState(() => storeOf(() => openAt(wanted)))
  const { openId, due } = useStore(opened)
  // Before anything is painted: the mail of the address before must not be seen at this one.
  useLayoutEffect(() => {
    if (wanted !== opened.get().addressed) opened.set(openAt(wanted))
  }, [wanted, opened])

  // The address follows when the mail is there: the frame is drawn for it, for which no user waits.
  useEffect(() => {
    if (!active || due === null) return
    const path = tabKey(addressOfPage())
    const next = new URLSearchParams(query)
    if (openId === null) next.delete('mail')
    else next.set('mail', `${openId}`)
    const address = `${path}?${next}`.replace(/\?$/, '')
    const callOff = whenIdle(() => {
      startTransition(() => go(address, { replace: due === 'replace', follows: true }))
      // Nothing goes while the user is about to go elsewhere; it is still due when they come back.
      if (addressOfPage() === address) opened.set(openAt(openId))
    }, ADDRESS_WITHIN_MS)
    // Back may lead to an address that names the same mail as the one that the view has.
    const arrive = () => {
      const to = addressOfPage()
      if (tabKey(to) === path) opened.set(openAt(mailIn(new URLSearchParams(to.split('?')[1]))))
    }
    addEventListener('popstate', arrive)
    return () => {
      callOff()
      removeEventListener('popstate', arrive)
    }
  }, [active, due, openId, query, opened])

  const show = useCallback((id: number | null) => opened.set(openBy(opened.get(), id, beside)), [opened, beside])
  return { openId, openNow: useCallback(() => opened.get().openId, [opened]), show }
}
