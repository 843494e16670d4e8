// Days and times as both sides read them: days as numbers, what words name in Chinese and in English, times of a clock.

export * from './days.ts'
export * from './listHeadings.ts'
export * from './namedDay.ts'
export * from './numbers.ts'
export * from './readWritten.ts'
export * from './times.ts'
