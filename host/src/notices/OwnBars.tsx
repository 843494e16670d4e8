import { platform } from '@yanshu/shell-api'
import { useEffect } from 'react'
import { DeveloperBar } from '../developer/LazyDeveloperBar.tsx'
import { FestivalBar } from '../festival/FestivalBar.tsx'
import { followPointer } from '../navigation/pointAt.ts'
import { OfflineBar } from '../offline/OfflineBar.tsx'
import { SlowBar } from './SlowBar.tsx'

/**
 * The frame's own bars that come late: an answer that is waited for, what waits for the network, the question of the
 * festival skin, and a developer's builds where they may run. With them the pointer is followed to views that may be next.
 */
export function OwnBars() {
  useEffect(followPointer, [])
  return (
    <>
      <SlowBar />
      <OfflineBar />
      <FestivalBar />
      {platform().allowOverride && <DeveloperBar />}
    </>
  )
}
