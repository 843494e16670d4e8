/// <reference path="../css.d.ts" />

// Choosing and naming folders, labels and the like, and finding names by pinyin: it is loaded when the user first moves or
// names something.

export { NAME_RANK, type NameRank, nameRank } from '../pinyin/nameRank.ts'
export { FolderChoices, type FolderChoicesProps } from './FolderChoices.tsx'
export { FolderDialog, type FolderDialogProps, FolderPicker, type FolderPickerProps } from './FolderPicker.tsx'
export { type FolderSection, findFolders, folderRows, type PickableFolder } from './folderRows.ts'
export { LABEL_COLORS, toneOfColor } from './labelColors.ts'
export { NameDialog, type NameDialogProps, type NameRequest, useColorName } from './NameDialog.tsx'
