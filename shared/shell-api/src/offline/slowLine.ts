/** What browsers say of the line (Network Information API); several say nothing. */
interface Line {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

/** Whether the browser says that the line is slow, or that the person wants to save data. */
export function isSlowLine(): boolean {
  const line: Line = Reflect.get(globalThis.navigator ?? {}, 'connection') ?? {}
  return line.saveData === true || line.effectiveType === 'slow-2g' || line.effectiveType === '2g'
}
