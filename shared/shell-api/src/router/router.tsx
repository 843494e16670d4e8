import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { addressed, arrivedAt, connectRouter } from './navigation.ts'

interface Address {
  /** Path and query. */
  readonly full: string
  /** Whether it took the place of the one before. */
  readonly replaced: boolean
}

const AddressContext = /*#__PURE__*/ createContext<Address | null>(null)

function useAddress(): Address {
  const address = useContext(AddressContext)
  if (!address) throw new Error('no ShellRouter around')
  return address
}

/** Where the user is: the path without its query, and the query. */
export function useRoute(): { path: string; query: URLSearchParams } {
  const { full } = useAddress()
  return useMemo(() => {
    const [, path = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(full) ?? []
    return { path: path.startsWith('/') ? path : `/${path}`, query: new URLSearchParams(query) }
  }, [full])
}

/** Whether the address the user is at took the place of the one before. */
export const useReplaced = (): boolean => useAddress().replaced

function write(path: string, replace: boolean): void {
  const address = `#${path}`
  try {
    if (replace) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
  } catch {
    // Some browsers refuse more than a hundred steps within half a minute.
    location.assign(address)
  }
}

interface ConnectProps {
  onAddress: (address: Address) => void
}

/** Gives `go` the router. It stands before the application, so that the first effect in there may go somewhere else. */
function Connect({ onAddress }: ConnectProps) {
  useLayoutEffect(() => {
    const disconnect = connectRouter((path, { replace }) => {
      write(path, replace)
      onAddress({ full: path, replaced: replace })
    })
    const follow = () => {
      onAddress({ full: addressed(), replaced: false })
      arrivedAt(addressed(), false)
    }
    addEventListener('popstate', follow)
    return () => {
      disconnect()
      removeEventListener('popstate', follow)
    }
  }, [onAddress])
  return null
}

/** The router of the application: hash routes (§2), and `go` for what is not a component. */
export function ShellRouter({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState<Address>(() => ({ full: addressed(), replaced: false }))
  return (
    <AddressContext value={address}>
      <Connect onAddress={setAddress} />
      {children}
    </AddressContext>
  )
}
