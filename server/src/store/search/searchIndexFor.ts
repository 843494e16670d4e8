import type { Engine } from '../database/engine.ts'
import { postgresSearchIndex } from './postgresIndex.ts'
import type { SearchIndex } from './searchIndex.ts'
import { sqliteSearchIndex } from './sqliteIndex.ts'

export const searchIndexFor = (engine: Engine): SearchIndex =>
  engine === 'postgres' ? postgresSearchIndex : sqliteSearchIndex
