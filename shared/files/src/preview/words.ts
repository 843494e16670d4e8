import { addMessages, useT } from '@yanshu/shell-api'
import { previewEn } from './previewEn.ts'
import { previewZh } from './previewZh.ts'

/** A namespace of its own: the messages come with the code of previews, in both languages. */
const NS = 'files-preview'

addMessages(NS, 'zh', previewZh)
addMessages(NS, 'en', previewEn)

export const useWords = () => useT(NS)
