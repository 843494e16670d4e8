import { EVENT_CATEGORIES_MAX } from '@yanshu/contracts'

const CATEGORY_MAX = 30

/** The categories of a line of words between commas, each once. */
export const categoriesIn = (line: string): string[] =>
  [
    ...new Set(
      line
        .split(/[,，、;；]/)
        .map((one) => [...one.trim()].slice(0, CATEGORY_MAX).join(''))
        .filter(Boolean),
    ),
  ].slice(0, EVENT_CATEGORIES_MAX)
