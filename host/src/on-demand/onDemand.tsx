import { storeOf, useStore } from '@yanshu/shell-api'
import { type ComponentProps, useEffect } from 'react'

type Parts = typeof import('./parts.ts')

/** After a failed attempt, while somebody waits for it. */
const RETRY_MS = 3_000

const parts = storeOf<Parts | null>(() => null)
let fetching: Promise<void> | null = null

/** Fetches the parts of the frame that a usable page does without. Cheap to call again; rejects when they can't be had. */
export function fetchParts(): Promise<void> {
  fetching ??= import(/* webpackChunkName: "on-demand" */ './parts.ts').then(
    (module) => parts.set(module),
    (error: unknown) => {
      fetching = null
      throw error
    },
  )
  return fetching
}

/** The parts, fetched when somebody first asks for one, and again and again until they come. Null until then. */
function useParts(): Parts | null {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const attempt = () => {
      fetchParts().catch(() => {
        timer = setTimeout(attempt, RETRY_MS)
      })
    }
    attempt()
    return () => clearTimeout(timer)
  }, [])
  return useStore(parts)
}

type PropsOf<Name extends keyof Parts> = ComponentProps<Parts[Name]>

export function CommandPalette(props: PropsOf<'CommandPalette'>) {
  const all = useParts()
  return all && <all.CommandPalette {...props} />
}

export function DragLayer(props: PropsOf<'DragLayer'>) {
  const all = useParts()
  return all && <all.DragLayer {...props} />
}

export function LinkPage() {
  const all = useParts()
  return all && <all.LinkPage />
}

export function FolderActions(props: PropsOf<'FolderActions'>) {
  const all = useParts()
  return all && <all.FolderActions {...props} />
}

export function ReloginDialog(props: PropsOf<'ReloginDialog'>) {
  const all = useParts()
  return all && <all.ReloginDialog {...props} />
}

export function ShortcutSheet(props: PropsOf<'ShortcutSheet'>) {
  const all = useParts()
  return all && <all.ShortcutSheet {...props} />
}

export function UserCard(props: PropsOf<'UserCard'>) {
  const all = useParts()
  return all && <all.UserCard {...props} />
}
