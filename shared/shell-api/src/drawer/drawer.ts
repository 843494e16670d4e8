import { storePerLogin } from '../login/storePerLogin.ts'
import { local } from '../storage/browserStorage.ts'

const store = storePerLogin<string | null>(() => null)
const KEY = 'yanshu.pref.drawer'

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
  show(remote: string | null): void {
    store.mine().set(remote)
    local.set(KEY, remote)
  },
  /**
   * Follows what this browser showed last, and what its other windows show from now on, until the returned function is
   * called. For the host, while there is room for the panel beside the views.
   */
  follow(): () => void {
    const take = () => store.mine().set(local.get(KEY))
    const onStorage = ({ key }: StorageEvent) => key === KEY && take()
    take()
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  },
}
