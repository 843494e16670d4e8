/** The code of a system error, such as `ENOENT`; '' for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
