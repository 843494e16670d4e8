// What is written in a form until it is saved. It imports React alone, so a remote bundles it and asks no host for it.

export {
  type ChangedElsewhere,
  type DraftConflict,
  type DraftOptions,
  type DraftState,
  useAskBeforeUnload,
  useDraft,
} from './useDraft.ts'
