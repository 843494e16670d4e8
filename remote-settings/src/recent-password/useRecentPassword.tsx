import { Code } from '@yanshu/contracts'
import { ApiError, lazyPart } from '@yanshu/shell-api'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

const RecentPassword = lazyPart(() => import('./RecentPassword.tsx'))

/** What such a call passes to `http`. */
const OPTIONS = { handles: Code.recentPassword } as const

interface RecentPasswordUse {
  /**
   * Makes a call for which the server may ask for a recent password. It is asked for in place then, and the call is made
   * again. Rejects with what the call rejects with, also where the person closes the dialog. Once the page that could show
   * the dialog is left, a notice has the refusal.
   */
  readonly run: <T>(call: (options: Partial<typeof OPTIONS>) => Promise<T>) => Promise<T>
  /** The dialog while it is open. It stands outside of forms, whose events it would pass on. */
  readonly dialog: ReactNode
}

/** Asks for the password in place, where the server requires a recent one. */
export function useRecentPassword(): RecentPasswordUse {
  const [open, setOpen] = useState<{ readonly given: () => void; readonly closed: () => void } | null>(null)
  /** A notice outlives the page that it was shown by, and its button may ask for the password then. */
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const run: RecentPasswordUse['run'] = async (call) => {
    // `http` shows the refusal by itself then.
    if (!isShown.current) return call({})
    try {
      return await call(OPTIONS)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== Code.recentPassword) throw error
      await new Promise<void>((given, refused) => setOpen({ given, closed: () => refused(error) })).finally(() =>
        setOpen(null),
      )
      return call(OPTIONS)
    }
  }
  const dialog = open && (
    <Suspense fallback={null}>
      <RecentPassword onGiven={open.given} onClose={open.closed} />
    </Suspense>
  )
  return { run, dialog }
}
