import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Project, SymbolFlags, type Symbol as TypeScriptSymbol } from 'typescript/unstable/sync'
import { sentencesOf } from './sentences.ts'

/** What a package promises to its importers. */
export interface PublicSurface {
  readonly name: string
  readonly version: string
  /** The names that each entry of the package exports, sorted, by the entry's import specifier. */
  readonly entries: ReadonlyMap<string, readonly string[]>
  /** Declarations of these names and of every type of the package that they mention, without comments, sorted. */
  readonly declarations: readonly string[]
  /** What the docstrings of exported names say first, by name. It is no part of what is promised. */
  readonly sentences?: ReadonlyMap<string, string>
}

interface PackageJson {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, string>>
}

interface Package extends PackageJson {
  /** Relative to the workspace. */
  readonly folder: string
}

const TSC = path.resolve(import.meta.dirname, '../../node_modules/.bin/tsc')

/**
 * Writes the declarations of every entry and of what it imports to a folder, without comments. The compiler runs with one
 * checker, so that the members of an inferred union stand in the same order each time.
 */
function emitDeclarations(root: string, packages: readonly Package[], outDir: string): void {
  const config = path.join(outDir, 'tsconfig.emit.json')
  const entries = packages.flatMap(({ name, folder, exports }) =>
    Object.entries(exports).map(([specifier, file]) => ({
      specifier: path.posix.join(name, specifier),
      file: path.join(root, folder, file),
    })),
  )
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        removeComments: true,
        rootDir: root,
        outDir,
        // By way of node_modules a package would be foreign to the other, and nothing would be written of it.
        paths: Object.fromEntries(entries.map(({ specifier, file }) => [specifier, [file]])),
      },
      files: entries.map(({ file }) => file),
    }),
  )
  const { status, stdout, stderr } = spawnSync(TSC, ['--project', config, '--singleThreaded'], { encoding: 'utf8' })
  if (status !== 0) {
    throw new Error(`The declarations of the shared packages could not be written.\n${stdout}${stderr}`)
  }
}

/** Opens the written declarations as a program of their own. What they import of other packages stays unresolved. */
function openDeclarations(api: API, outDir: string, files: readonly string[]): Project {
  const config = path.join(outDir, 'tsconfig.json')
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        module: 'ESNext',
        moduleResolution: 'bundler',
        allowImportingTsExtensions: true,
        noEmit: true,
        noLib: true,
        types: [],
      },
      files,
    }),
  )
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error('The written declarations could not be opened')
  return project
}

/** The statement of a file that a node belongs to. */
function statementOf(node: Node): Node {
  let at = node
  while (at.parent.kind !== SyntaxKind.SourceFile) at = at.parent
  return at
}

function identifiersIn(node: Node, found: Node[] = []): Node[] {
  if (node.kind === SyntaxKind.Identifier) found.push(node)
  node.forEachChild((child) => void identifiersIn(child, found))
  return found
}

/** Collects the declarations behind exported symbols, and behind whatever they mention, inside one folder. */
class Declarations {
  readonly #project: Project
  readonly #folder: string
  readonly #texts = new Map<string, string>()

  constructor(project: Project, folder: string) {
    this.#project = project
    this.#folder = folder
  }

  add(symbol: TypeScriptSymbol): void {
    const { checker } = this.#project
    const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    for (const handle of target.declarations) {
      const node = handle.path.startsWith(this.#folder) ? handle.resolve(this.#project) : undefined
      if (!node) continue
      if (node.kind === SyntaxKind.SourceFile) this.#addModule(symbol.name, handle.path, target)
      else this.#addStatement(statementOf(node))
    }
  }

  /** A module whose exports are taken together under one name. */
  #addModule(name: string, file: string, module: TypeScriptSymbol): void {
    const members = this.#project.checker.getExportsOfModule(module).flatMap((symbol) =>
      symbol.declarations.flatMap((handle) => {
        const node = handle.resolve(this.#project)
        return node ? [`  ${plainText(statementOf(node), node.getSourceFile())}`] : []
      }),
    )
    this.#texts.set(`${file}:${name}`, `namespace ${name} {\n${members.join('\n')}\n}`)
  }

  #addStatement(statement: Node): void {
    const file = statement.getSourceFile()
    const key = `${file.fileName}:${statement.getStart(file)}`
    if (this.#texts.has(key) || isImportOrExport(statement)) return
    this.#texts.set(key, plainText(statement, file))
    const mentioned = this.#project.checker.getSymbolAtLocation(identifiersIn(statement))
    for (const symbol of new Set(mentioned)) if (symbol) this.add(symbol)
  }

  sorted(): readonly string[] {
    return [...new Set(this.#texts.values())].sort((a, b) => compare(nameIn(a), nameIn(b)) || compare(a, b))
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The name that a declaration begins with. */
const nameIn = (text: string): string =>
  /^(?:abstract )?(?:const|let|function|class|interface|type|enum|namespace) (\w+)/.exec(text)?.[1] ?? text

const isImportOrExport = ({ kind }: Node): boolean =>
  kind === SyntaxKind.ImportDeclaration || kind === SyntaxKind.ExportDeclaration || kind === SyntaxKind.ExportAssignment

/** A declaration as it is read: two spaces for a step, no words that only a declaration file needs. */
const plainText = (statement: Node, file: SourceFile): string =>
  statement
    .getText(file)
    .replace(/^(?:export )?(?:declare )?/, '')
    .replace(/^(?: {4})+/gm, (space) => ' '.repeat(space.length / 2))

function readPackage(root: string, folder: string): Package {
  const { name, version, exports }: PackageJson = JSON.parse(
    readFileSync(path.join(root, folder, 'package.json'), 'utf8'),
  )
  // A stylesheet is built into the remote that imports it: no host of another version is asked for it.
  const code = Object.entries(exports).filter(([, file]) => !file.endsWith('.css'))
  return { name, version, exports: Object.fromEntries(code), folder }
}

/**
 * Reads what packages of the workspace promise: by their `exports`, as the compiler understands them.
 * @param root the folder with `tsconfig.base.json`
 * @param folders of the packages, relative to it
 * @throws when a type cannot be written down
 */
export function publicSurfaces(root: string, folders: readonly string[]): readonly PublicSurface[] {
  const packages = folders.map((folder) => readPackage(root, folder))
  const outDir = realpathSync(mkdtempSync(path.join(tmpdir(), 'yanshu-api-')))
  let api: API | null = null
  try {
    emitDeclarations(root, packages, outDir)
    api = new API({ cwd: outDir })
    const written = ({ folder }: Package, entry: string) => path.join(outDir, folder, entry).replace(/\.tsx?$/, '.d.ts')
    const files = packages.flatMap((one) => Object.values(one.exports).map((entry) => written(one, entry)))
    const project = openDeclarations(api, outDir, files)
    return packages.map((one) => {
      const declarations = new Declarations(project, `${path.join(outDir, one.folder)}${path.sep}`)
      const entries = Object.entries(one.exports).map(([specifier, entry]): [string, readonly string[]] => {
        const file = project.program.getSourceFile(written(one, entry))
        const module = file && project.checker.getSymbolAtLocation(file)
        const exported = module ? project.checker.getExportsOfModule(module) : []
        for (const symbol of exported) declarations.add(symbol)
        return [path.posix.join(one.name, specifier), exported.map(({ name }) => name).sort(compare)]
      })
      return {
        name: one.name,
        version: one.version,
        entries: new Map(entries),
        declarations: declarations.sorted(),
        sentences: sentencesOf(path.join(root, one.folder)),
      }
    })
  } finally {
    api?.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
