export const NODE: string
export const PNPM: string
