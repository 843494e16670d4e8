// Days and times as both sides read them: days as numbers, what words name in Chinese and in English, times of a clock. The
// files are small because a chunk of a page has all of a file that it uses something of.

export * from './dayNames.ts'
export * from './days.ts'
export * from './listHeadings.ts'
export * from './months.ts'
export * from './namedDay.ts'
export * from './numbers.ts'
export * from './readWritten.ts'
export * from './times.ts'
export * from './units.ts'
export * from './wallText.ts'
