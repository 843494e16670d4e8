import { laterWords } from '../../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the question for which times of a series a change is meant. */
export const useScopeWords = laterWords('scope', { zh, en })
