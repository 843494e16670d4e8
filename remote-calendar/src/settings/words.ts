import { laterWords } from '../laterWords.ts'
import en from './en.ts'
import zh from './zh.ts'

/** The words of the page of settings. */
export const useSettingsWords = laterWords('settings', { zh, en })
