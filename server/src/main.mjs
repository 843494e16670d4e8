import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { withMemorySettings } from './platform/memorySettings.mjs'

withMemorySettings(import.meta.filename)
// Kept between starts: without it every start reads all of TypeScript again, at the price of a third of the memory and
// of half the time. In the data folder, because what lies there is run, and in a temporary folder all users can write.
// This file is JavaScript because TypeScript that is read before the cache stands loads the compiler, for good.
// Threads and the processes that it starts find it by the variable.
process.env.NODE_COMPILE_CACHE ||= path.resolve(process.env.YANSHU_DATA || 'data', 'compiled')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
await import('./serve.ts')
