/** The folders of `e2e` that show whether a package still works. `main-job` is what every user does. */
const SPECS: Readonly<Record<string, readonly string[]>> = {
  host: ['host', 'main-job'],
  'remote-mail': ['mail', 'main-job'],
  'remote-compose': ['compose', 'main-job'],
  'remote-addressbook': ['addressbook', 'main-job'],
  'remote-settings': ['settings', 'main-job'],
  'remote-calendar': ['calendar', 'main-job'],
  'remote-ai': ['ai', 'main-job'],
  'remote-documents': ['documents', 'main-job'],
  'remote-keys': ['main-job'],
  'remote-operations': ['main-job'],
  'shared/lists': ['mail', 'main-job', 'ui'],
  'shared/files': ['documents', 'mail'],
  'shared/mail-html': ['mail-html', 'main-job'],
  'shared/ui': ['ui', 'main-job'],
  'shared/shell-api': ['host', 'main-job'],
  'shared/contracts': ['main-job'],
  'shared/discovery': ['federation', 'main-job'],
  'shared/build': ['federation', 'main-job'],
  server: ['main-job'],
  deploy: ['federation', 'main-job'],
}

/** Specs that a change of the specs' own support files may break: all of them. */
const SUPPORT = 'support'

/**
 * Which folders of `e2e` to run for these changed files, in order of their names: those of the packages they belong to,
 * and specs that changed themselves. None when no package did. A package that is not listed runs `main-job`.
 */
export function specsFor(files: readonly string[]): string[] {
  const folders = new Set<string>()
  for (const file of files) {
    const [first = '', second = '', third] = file.split('/')
    if (file.endsWith('.md')) continue
    if (first === 'e2e' && third !== undefined) {
      for (const one of second === SUPPORT ? Object.values(SPECS).flat() : [second]) folders.add(one)
      continue
    }
    const name = first === 'shared' ? `${first}/${second}` : first
    const isPackage = name in SPECS || /^(?:remote-[^/]+|shared\/[^/]+)$/.test(name)
    if (!isPackage || /\.test\.tsx?$/.test(file)) continue
    for (const one of SPECS[name] ?? ['main-job']) folders.add(one)
  }
  return [...folders].toSorted()
}
