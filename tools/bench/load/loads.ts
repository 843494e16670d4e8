/** What `--load` may name. */
export const LOADS = ['deliveries', 'people', 'memory'] as const
export type LoadName = (typeof LOADS)[number]
