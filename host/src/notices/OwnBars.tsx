import { platform } from '@yanshu/shell-api'
import { DeveloperBar } from '../developer/LazyDeveloperBar.tsx'
import { FestivalBar } from '../festival/FestivalBar.tsx'

/** The frame's own bars that come late: the question of the festival skin, and a developer's builds where they may run. */
export const OwnBars = () => (
  <>
    <FestivalBar />
    {platform().allowOverride && <DeveloperBar />}
  </>
)
