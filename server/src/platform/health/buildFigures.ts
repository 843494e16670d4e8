import { VERSION } from '../config/version.ts'
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
