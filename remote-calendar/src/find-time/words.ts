import { laterWords } from '../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the dialog that finds a time. */
export const useFindWords = laterWords('find', { zh, en })
