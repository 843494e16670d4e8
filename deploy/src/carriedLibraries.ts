/** A text that stays in a library however it is minified. */
const MARKS: Readonly<Record<string, string>> = {
  React: 'DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  'day.js': '$isDayjsObject',
  Arco: 'prefixCls:"arco"',
  ProseMirror: 'clipboardTextSerializer',
  i18next: 'backendConnector',
  'TanStack Query': 'No QueryClient set',
}

/** Libraries that live in the host and were bundled into a script all the same. */
export function carriedLibraries(script: string): string[] {
  return Object.entries(MARKS).flatMap(([library, mark]) => (script.includes(mark) ? [library] : []))
}
