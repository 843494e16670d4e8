import { MOBILE_BELOW_WIDTH_PX } from '@yanshu/contracts'
import {
  drawer,
  intents,
  lazyPart,
  offeredOf,
  RemotePart,
  useContributions,
  useLanguage,
  useOpenLetter,
  useOpenMail,
  usePreference,
  useSettings,
  useStore,
  useT,
} from '@yanshu/shell-api'
import { Dialog, Drawer, IconButton, isComposing, Skeleton, Splitter, useBodyWidth } from '@yanshu/ui'
import { memo, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { AreaBoundary } from '../failures/AreaBoundary.tsx'
import { FailureCard } from '../outlet/FailureCard.tsx'
import css from './drawer.module.css'

/** Width of the panel in px. */
const WIDTH = { first: 360, min: 300, max: 640 }

/** Below this width of the window the panel lies over the views: beside them they would have no room. */
const BESIDE_FROM_WIDTH_PX = 1_100

const HelpDrawer = lazyPart(() => import(/* webpackChunkName: "help" */ '../help/HelpDrawer.tsx'))

const close = () => drawer.show(null)

/** The panel at the right edge: it shows the remote that was asked for last, and nothing until one was. */
export const DrawerPlace = memo(function DrawerPlace() {
  return (
    <AreaBoundary area="layer">
      <ShownDrawer />
      <HelpOfRemotes />
    </AreaBoundary>
  )
})

/** The help at the topic that a remote has asked for. */
function HelpOfRemotes() {
  const [topic, setTopic] = useState<string | null>(null)
  useEffect(() => intents.provide('host', { 'help.open': async (asked) => setTopic(asked.topic) }), [])
  return (
    topic !== null && (
      <Suspense fallback={null}>
        <HelpDrawer key={topic} topic={topic} onClose={() => setTopic(null)} />
      </Suspense>
    )
  )
}

function ShownDrawer() {
  const language = useLanguage()
  const width = useBodyWidth()
  const shown = useStore(drawer)
  const offered = offeredOf(useContributions(), useSettings(), ({ slots }) => slots)
  const filler = offered.find(({ slot, remote, major }) => slot === 'drawer' && remote === shown && major === 1)
  const mail = useOpenMail()
  const letter = useOpenLetter()
  const beside = width >= BESIDE_FROM_WIDTH_PX
  // Over the views it opens for who asked for it alone.
  useEffect(() => (beside ? drawer.follow() : undefined), [beside])
  if (!filler) return null
  const { remote, running } = filler
  const title = filler.title?.[language] ?? ''
  const content = (
    <RemotePart
      key={remote}
      remote={remote}
      running={running}
      name="drawer"
      pick={({ slots }) => slots?.drawer}
      props={{ mail, letter }}
      waiting={<Skeleton lines={6} />}
      card={(error, onRetry) => <FailureCard error={error} title={title} onRetry={onRetry} />}
    />
  )
  if (width < MOBILE_BELOW_WIDTH_PX) {
    return (
      <Dialog open light title={title} onClose={close} className={css.sheet}>
        {content}
      </Dialog>
    )
  }
  if (!beside) {
    return (
      <Drawer open title={title} onClose={close}>
        {content}
      </Drawer>
    )
  }
  return <Panel title={title}>{content}</Panel>
}

/** The panel beside the views. It is no dialog: people go on working in the views while it is open. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const say = useT('shell')
  const heading = useId()
  const panel = useRef<HTMLElement>(null)
  const [kept, keep] = usePreference('drawerWidth', WIDTH.first)
  const [width, setWidth] = useState(kept)

  // Opening moves the focus into the panel, closing moves it back.
  useEffect(() => {
    const before = document.activeElement
    const element = panel.current
    element?.querySelector('h2')?.focus({ preventScroll: true })
    return () => {
      const now = document.activeElement
      const lost = !now || now === document.body || element?.contains(now)
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  return (
    <aside
      ref={panel}
      className={css.panel}
      aria-labelledby={heading}
      style={{ width }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return
        event.stopPropagation()
        close()
      }}
    >
      <Splitter
        label={say('drawer.width')}
        value={width}
        min={WIDTH.min}
        max={WIDTH.max}
        after
        onChange={setWidth}
        onCommit={keep}
      />
      <div className={css.content}>
        <div className={css.head}>
          <h2 id={heading} tabIndex={-1} className={css.title}>
            {title}
          </h2>
          <IconButton icon="close" label={say('drawer.close')} onClick={close} />
        </div>
        <div className={css.body}>{children}</div>
      </div>
    </aside>
  )
}
