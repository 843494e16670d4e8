export function nearestName(typed: string, names: readonly string[]): string | null
