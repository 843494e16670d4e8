import type { SearchIndex } from '../../context.ts'
import type { Engine } from '../database/engine.ts'
import { postgresSearchIndex } from './postgresIndex.ts'
import { sqliteSearchIndex } from './sqliteIndex.ts'

export const searchIndexFor = (engine: Engine): SearchIndex =>
  engine === 'postgres' ? postgresSearchIndex : sqliteSearchIndex
