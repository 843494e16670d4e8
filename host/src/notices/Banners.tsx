import { useFormat, useOnline, usePushStatus, useSettings, useT, useTabs } from '@yanshu/shell-api'
import { Button, Icon, notify } from '@yanshu/ui'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { postponeRevision, useRevisionWaiting } from '../federation-state/revisions.ts'
import { RemoteBars } from '../on-demand/onDemand.tsx'
import { useSessionLoad } from '../shell/sessionWork.ts'
import css from './notices.module.css'

/** A socket that reconnects within this time is not reported; in milliseconds. */
const RECONNECTING_MS = 10_000
/** A mailbox that expires within this time is announced; in milliseconds. */
const EXPIRES_SOON_MS = 30 * 24 * 3_600_000

/** True once `active` has held for a time. */
function useLasting(active: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLasting(true), ms)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [active, ms])
  return active && lasting
}

interface BannerProps {
  tone: 'info' | 'warning'
  children: ReactNode
  actions?: ReactNode
}

const Banner = ({ tone, children, actions }: BannerProps) => (
  <div className={css.banner} data-tone={tone} role="status">
    <Icon name={tone} size={16} />
    <span className={css.text}>{children}</span>
    {actions}
  </div>
)

/** Notices above the view that concern the whole page: no network, a new version, a mailbox that expires. */
export const Banners = memo(function Banners() {
  const say = useT('shell')
  const { day } = useFormat()
  const online = useOnline()
  const socket = usePushStatus()
  const reconnecting = useLasting(online && socket === 'connecting', RECONNECTING_MS)
  const { settingsFailed, foldersOld } = useSessionLoad()
  const { validTime } = useSettings()
  const revisionWaits = useRevisionWaiting()
  const { tabs } = useTabs()
  // Never at the cost of a draft.
  const dirty = tabs.some((tab) => tab.dirty)
  const wasOffline = useRef(false)
  const [now] = useState(() => Date.now())

  useEffect(() => {
    if (!online) wasOffline.current = true
    else if (wasOffline.current) {
      wasOffline.current = false
      notify.success(say('notices.back'))
    }
  }, [online, say])

  return (
    <>
      {(!online || foldersOld) && (
        <Banner tone="warning">{say(foldersOld ? 'notices.offlineStart' : 'notices.offline')}</Banner>
      )}
      {reconnecting && !foldersOld && <Banner tone="warning">{say('notices.reconnecting')}</Banner>}
      {online && settingsFailed && !foldersOld && <Banner tone="warning">{say('notices.notLoaded')}</Banner>}
      {validTime > 0 && validTime - now < EXPIRES_SOON_MS && (
        <Banner tone="warning">{say('notices.expires', { time: day(validTime) })}</Banner>
      )}
      {revisionWaits && (
        <Banner
          tone="info"
          actions={
            <>
              {!dirty && (
                <Button size="small" variant="primary" onClick={() => location.reload()}>
                  {say('notices.refresh')}
                </Button>
              )}
              <Button size="small" variant="text" onClick={postponeRevision}>
                {say('notices.later')}
              </Button>
            </>
          }
        >
          {say(dirty ? 'notices.revisionDirty' : 'notices.revision')}
        </Banner>
      )}
      <RemoteBars />
    </>
  )
})
