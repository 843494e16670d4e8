import { storePerLogin } from '../login/storePerLogin.ts'

const store = storePerLogin<string | null>(() => null)

/**
 * The panel at the right edge of the frame that remotes fill (slot `drawer`). Its value is the remote whose filler is
 * shown, null while the panel is closed; `useStore(drawer)` gives it in a component.
 *
 * ```tsx
 * const shown = useStore(drawer) === ME
 * return <IconButton aria-expanded={shown} onClick={() => drawer.show(shown ? null : ME)} … />
 * ```
 */
export const drawer = {
  get: store.get,
  subscribe: store.subscribe,
  /** Shows the filler of a remote in place of what was shown; null closes the panel. A remote names itself. */
  show: (remote: string | null): void => store.mine().set(remote),
}
