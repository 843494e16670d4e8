import { laterWords } from '../../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the dialogs of calendars. */
export const useDialogWords = laterWords('dialogs', { zh, en })
