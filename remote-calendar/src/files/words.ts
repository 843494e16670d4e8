import { laterWords } from '../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the files of events. */
export const useFileWords = laterWords('files', { zh, en })
