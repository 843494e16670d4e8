export { ActionBar, type ItemAction, keysOf } from './ActionBar.tsx'
export { ItemList, type ItemListProps } from './ItemList.tsx'
export { afterFrame, callOffFrame } from './nextFrame.ts'
export { type ItemCommands, type ItemCommandsOptions, type OpenItem, useItemCommands } from './useItemCommands.ts'
export { type UsedList, useItem, useItemList } from './useItems.ts'
export {
  isKeptSelection,
  isSelecting,
  type KeptSelection,
  NO_SELECTION,
  useListSelection,
} from './useListSelection.ts'
export { useTypeAhead } from './useTypeAhead.ts'
