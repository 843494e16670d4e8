import type { TabHandle } from '@yanshu/contracts'
import { go, useLanguage, useOffered } from '@yanshu/shell-api'
import { useFederation } from '../federation-state/federationState.ts'
import { AbsentPage } from '../on-demand/onDemand.tsx'
import css from './outlet.module.css'
import { RemoteOutlet } from './RemoteOutlet.tsx'

/** A public page is no tab: nothing closes it, and its title is the page's. */
const PAGE: TabHandle = {
  id: 'public',
  setTitle: (title) => {
    if (title) document.title = title
  },
  setDirty: () => undefined,
  onBeforeClose: () => () => undefined,
  close: () => go('/'),
}

/** A public address of the product (§2): shown by the remote that says it fills it, outside the frame. */
export function PublicView({ path }: { path: string }) {
  const state = useFederation()
  const language = useLanguage()
  const offered = useOffered()
  const owner = state.status === 'ready' ? state.federation.ownerOf(path) : undefined
  if (state.status === 'ready' && !(owner?.public && offered(owner))) return <AbsentPage />
  return (
    <main className={css.public}>
      <RemoteOutlet tab={PAGE} generation={0} path={path} title={owner?.title[language] ?? ''} active />
    </main>
  )
}
