import { fetchPart } from '@yanshu/shell-api'

/** Loads the drawer, asked for again when its code is lost on the way. */
export const loadDrawer = () => fetchPart(() => import('./AssistantDrawer.tsx'))

const ahead = () => void loadDrawer().catch(() => undefined)

/** For a button that opens the drawer: its code comes while the pointer or the focus is on the button. */
export const drawerAhead = { onPointerEnter: ahead, onFocus: ahead }
