import path from 'node:path'

/** A file of the client, by its path below the root. */
export interface ClientFile {
  readonly path: string
  readonly text: string
}

export interface ClientRules {
  /** Packages from the lowest floor to the highest: one imports only those below its own. */
  readonly floors: readonly (readonly string[])[]
  /** Models that import a view all the same, each with its reason. */
  readonly modelsAboveViews: Readonly<Record<string, string>>
}

/** The floors of the client; docs/architecture.md draws them. */
export const clientRules: ClientRules = {
  floors: [
    ['contracts', 'discovery', 'cms'],
    ['help', 'mail-html', 'shell-api', 'build'],
    ['ui'],
    ['lists', 'files'],
    ['host', 'remote'],
  ],
  modelsAboveViews: {
    'host/src/accounts/switchAccount.ts': 'asks whether unsaved work may be left',
    'host/src/layout/warmUp.ts': 'loads the later parts of the frame ahead',
    'host/src/palette/useFrameShortcuts.ts': 'shortcuts that open later parts of the frame',
    'host/src/shell/sessionWork.ts': 'loads the later parts of the frame after the first view',
    'remote-compose/src/links/mailCards.ts': 'the list of cards that a mail may have',
    'remote-compose/src/write/sendSteps.ts': 'a step asks with the form of its questions',
    'remote-mail/src/list-view/listProps.ts': 'rows and tools that a list draws are components',
    'remote-mail/src/triage/bulkRun.ts': 'shows the dialog of its progress',
    'shared/ui/src/copy/copyText.ts': 'says that it has copied',
  },
}

/** Static imports, those of types included. What `import()` loads is asked for and not built upon. */
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'(\.[^']+|@yanshu\/[a-z\d-]+)(?:\/[^']*)?'/gm
/** What assembles views and has no code of its own: entries of packages and of parts that are loaded later. */
const ASSEMBLY = /\/(?:index|remote|parts|pages|firstDays|views|[a-zA-Z]+Views|[a-zA-Z]+Part)\.ts$/

/** `remote` for remotes, else the name of the package. */
const packageOf = (file: string): string => {
  const [first = '', second = ''] = file.split('/')
  return first.startsWith('remote-') ? 'remote' : first === 'shared' ? second : first
}

/** What of the client breaks the rules, in sentences; nothing when all is well. */
export function brokenClientRules(files: readonly ClientFile[], rules: ClientRules): string[] {
  const problems: string[] = []
  const floorOf = (name: string) => rules.floors.findIndex((floor) => floor.includes(name))
  const excused = new Set<string>()
  for (const { path: file, text } of files) {
    const own = packageOf(file)
    if (floorOf(own) < 0) problems.push(`${file}: the package ${own} is on no floor; give it one in tools/floors`)
    for (const [, to = ''] of text.matchAll(IMPORT)) {
      if (to.startsWith('@yanshu/')) {
        const other = to.slice('@yanshu/'.length)
        if (other !== own && floorOf(other) >= floorOf(own)) {
          problems.push(`${file} -> ${to}: a package imports only those of a lower floor`)
        }
      } else if (file.endsWith('.ts') && to.endsWith('.tsx') && !ASSEMBLY.test(file)) {
        if (file in rules.modelsAboveViews) excused.add(file)
        else problems.push(`${file} -> ${path.posix.join(path.posix.dirname(file), to)}: a model imports no view`)
      }
    }
  }
  for (const file of Object.keys(rules.modelsAboveViews)) {
    if (!excused.has(file)) problems.push(`${file} is listed, and imports no view any more`)
  }
  return problems
}
