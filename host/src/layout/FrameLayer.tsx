import { lazyPart } from '@yanshu/shell-api'
import { Suspense } from 'react'
import { OfflineDialog } from '../offline/OfflineDialog.tsx'
import { CommandPalette } from '../palette/CommandPalette.tsx'
import { ShortcutSheet } from '../palette/ShortcutSheet.tsx'
import type { LoadRemote } from '../palette/useRemoteCommands.ts'
import type { Layer } from './layers.ts'

const FeedbackDialog = lazyPart(() => import(/* webpackChunkName: "feedback" */ '../feedback/FeedbackDialog.tsx'))
const HelpDrawer = lazyPart(() => import(/* webpackChunkName: "help" */ '../help/HelpDrawer.tsx'))
const ImportDialog = lazyPart(() => import(/* webpackChunkName: "mail-import" */ '../mail-import/ImportDialog.tsx'))

interface FrameLayerProps {
  layer: Layer
  loadRemote: LoadRemote
  onLayer: (layer: Layer | null) => void
}

export function FrameLayer({ layer, loadRemote, onLayer }: FrameLayerProps) {
  const close = () => onLayer(null)
  return (
    <Suspense fallback={null}>
      {layer === 'palette' && <CommandPalette loadRemote={loadRemote} onLayer={onLayer} onClose={close} />}
      {layer === 'sheet' && <ShortcutSheet onClose={close} />}
      {layer === 'help' && <HelpDrawer onClose={close} onKeys={() => onLayer('sheet')} />}
      {layer === 'feedback' && <FeedbackDialog onClose={close} />}
      {layer === 'import' && <ImportDialog onClose={close} />}
      {layer === 'offline' && <OfflineDialog onClose={close} />}
    </Suspense>
  )
}
