const CHINESE_WEEKDAYS = '日一二三四五六'
const ENGLISH_WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** What stands before a Chinese weekday. */
export const WEEK = '(?:周|星期|礼拜)'
/** The character of a Chinese weekday. */
export const WEEKDAY = '[一二三四五六日天]'
/** An English weekday in full. */
export const WEEKDAY_EN = '(?:sun|mon|tues|wednes|thurs|fri|satur)day'
/** An English weekday, in full or short. */
export const WEEKDAY_EN_SHORT = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?'
/** An English month, in full or short. */
export const MONTH_EN =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
/** A date of a month in English, as a group. */
export const DATE_EN = '(\\d{1,2})(?:st|nd|rd|th)?'

/** A weekday by its Chinese character or by the beginning of its English name: 0 is Sunday; -1 for none. */
export function weekdayNamed(word: string): number {
  const at = CHINESE_WEEKDAYS.indexOf(word === '天' ? '日' : word)
  return word !== '' && at >= 0 ? at : ENGLISH_WEEKDAYS.indexOf(word.slice(0, 3).toLowerCase())
}

/** A month by the beginning of its English name: 1 to 12; 0 for none. */
export const monthNamed = (word: string): number => MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1
