import { laterWords } from '../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the search of events. */
export const useSearchWords = laterWords('search', { zh, en })
