import { tabsHost, useT } from '@yanshu/shell-api'
import { TAB_DRAG_TYPE } from '@yanshu/ui'
import { useState } from 'react'
import css from '../layout/frame.module.css'

/** Lies over the right half while a tab is dragged; a tab that is let go on it stands there, beside the active one. */
export function SplitDrop({ onDone }: { onDone: () => void }) {
  const say = useT('shell')
  const [over, setOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu of a tab and a key do the same
    <div
      className={css.splitDrop}
      data-over={over || undefined}
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        onDone()
        tabsHost.putBeside(event.dataTransfer.getData(TAB_DRAG_TYPE))
      }}
    >
      {say('split.drop')}
    </div>
  )
}
