import { storePerLogin } from '../login/storePerLogin.ts'
import { useStore } from '../storeOf.ts'

const store = storePerLogin<string | null>(() => null)

/** The panel at the right edge of the frame that remotes fill (slot `drawer`). */
export const drawer = {
  /** The remote whose filler is shown, null while the panel is closed. */
  current: store.get,
  subscribe: store.subscribe,
  /**
   * Shows the filler of a remote in place of what was shown; null closes the panel. A remote names itself.
   *
   * ```tsx
   * <IconButton aria-expanded={useDrawer() === ME} onClick={() => drawer.show(drawer.current() === ME ? null : ME)} … />
   * ```
   */
  show: (remote: string | null): void => store.mine().set(remote),
}

/** {@link drawer}'s `current` in a component. */
export const useDrawer = (): string | null => useStore(store)
