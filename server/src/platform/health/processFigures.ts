import { VERSION } from '../config/version.ts'
import type { PoolState } from '../workers/workerPool.ts'
import type { GaugeSeries } from './measures.ts'

/** Which build runs, as labels of a figure that is always 1, for dashboards and alarms on half-done upgrades. */
export const buildGauges = (engine: string): readonly GaugeSeries[] => [
  {
    name: 'yanshu_build_info',
    help: 'The version of this build, its Node and its kind of database; the value is always 1',
    labelNames: ['version', 'node', 'engine'],
    read: async () => [{ labels: { version: VERSION, node: process.versions.node, engine }, value: 1 }],
  },
]

/** What the pools of this process have to do: connections to the database, threads. */
export function poolGauges(read: () => readonly PoolState[]): readonly GaugeSeries[] {
  const gauge = (name: string, help: string, of: (pool: PoolState) => number): GaugeSeries => ({
    name,
    help,
    labelNames: ['pool'],
    read: async () => read().map((pool) => ({ labels: { pool: pool.name }, value: of(pool) })),
  })
  return [
    gauge('yanshu_pool_size', 'Connections to the database, or threads, that a pool may have', ({ size }) => size),
    gauge('yanshu_pool_in_use', 'How many of them are in use', ({ inUse }) => inUse),
    gauge('yanshu_pool_waiting', 'Pieces of work that wait for one of them', ({ waiting }) => waiting),
  ]
}
