import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { providedVersions } from '../../shared/build/src/index.ts'
import { ROOT } from '../steps.ts'

/** The packages of the workspace that a remote outside of it is made with. */
export const PACKAGES = [
  'shared/discovery',
  'shared/contracts',
  'shared/s3',
  'deploy',
  'shared/shell-api',
  'shared/ui',
  'shared/build',
] as const

const TOOL = 'tools/kit/remoteTool.ts'
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc')

interface PackageJson {
  readonly name: string
  readonly version: string
  readonly exports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const readPackage = (folder: string): PackageJson =>
  JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'))

const write = (file: string, content: string) => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const writeJson = (file: string, value: unknown) => write(file, `${JSON.stringify(value, null, 2)}\n`)

/** Where the sources of an import of the workspace are, for the compiler. */
const sources = (): Record<string, readonly string[]> =>
  Object.fromEntries(
    PACKAGES.flatMap((folder) => {
      const { name, exports = {} } = readPackage(folder)
      return Object.entries(exports)
        .filter(([, file]) => /\.tsx?$/.test(file))
        .map(([specifier, file]) => [path.posix.join(name, specifier), [path.join(ROOT, folder, file)]])
    }),
  )

/**
 * Compiles the packages and the tool to JavaScript with declarations, below `out` as they lie in the workspace: Node does
 * not read TypeScript below `node_modules`.
 */
function compile(outDir: string): void {
  const config = path.join(outDir, 'tsconfig.json')
  writeJson(config, {
    extends: path.join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      rewriteRelativeImportExtensions: true,
      rootDir: ROOT,
      outDir: path.join(outDir, 'out'),
      paths: sources(),
      typeRoots: [path.join(ROOT, 'node_modules/@types')],
      types: ['node'],
    },
    files: [path.join(ROOT, TOOL)],
    include: PACKAGES.map((folder) => path.join(ROOT, folder, 'src')),
    exclude: [path.join(ROOT, '**/*.test.ts'), path.join(ROOT, '**/*.test.tsx')],
  })
  const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, '--project', config], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The packages of the kit could not be compiled.\n${stdout}${stderr}`)
}

/** An entry of `exports` as a package of JavaScript has it. */
const compiledExport = (file: string): unknown =>
  /\.tsx?$/.test(file) ? { types: file.replace(/\.tsx?$/, '.d.ts'), default: file.replace(/\.tsx?$/, '.js') } : file

/** Dependencies on other packages of the workspace, by the version that these have. */
function fixedVersions(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const versions = new Map(PACKAGES.map((folder) => [readPackage(folder).name, readPackage(folder).version]))
  return Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, versions.get(name) ?? range]))
}

/** Writes one package of the workspace as it is installed elsewhere. */
function writePackage(folder: string, out: string, to: string): void {
  const { exports = {}, dependencies = {}, devDependencies: _, ...rest } = readPackage(folder)
  writeJson(path.join(to, 'package.json'), {
    ...rest,
    private: undefined,
    scripts: undefined,
    exports: Object.fromEntries(Object.entries(exports).map(([name, file]) => [name, compiledExport(file)])),
    dependencies: fixedVersions(dependencies),
  })
  cpSync(path.join(out, folder, 'src'), path.join(to, 'src'), { recursive: true })
  // What is no code stands beside it as it is: style sheets, lists, schemas.
  for (const file of globSync('{src,schema}/**/*.{css,json,html,mjs,d.ts,d.mts}', { cwd: path.join(ROOT, folder) })) {
    cpSync(path.join(ROOT, folder, file), path.join(to, file))
  }
  for (const file of globSync('*.{json,md}', { cwd: path.join(ROOT, folder) })) {
    if (file !== 'package.json' && file !== 'tsconfig.json') cpSync(path.join(ROOT, folder, file), path.join(to, file))
  }
}

/** The package of a file of the workspace, and the import of that file; null for a file of no package of the kit. */
function importOf(file: string): string | null {
  const source = path.join(ROOT, file.replace(/\.js$/, '.ts'))
  return Object.entries(sources()).find(([, [at]]) => at === source)?.[0] ?? null
}

/** Writes the tool with its templates and the built host that remotes are tried on. */
function writeTool(out: string, to: string, tarballs: Readonly<Record<string, string>>): void {
  const { devDependencies: tools = {}, version } = readPackage('.')
  const { dependencies = {}, devDependencies = {} } = readPackage('host')
  const tool = TOOL.replace(/\.ts$/, '.js')
  const entries = new Set<string>()
  const visit = (file: string) => {
    const specifier = importOf(file)
    // Where the tool imports a package of the workspace by its path, the installed package stands.
    if (specifier !== null) write(path.join(to, file), `export * from '${specifier}'\n`)
    else cpSync(path.join(out, file), path.join(to, file))
    entries.add(file)
    if (specifier !== null) return
    const text = readFileSync(path.join(out, file), 'utf8')
    for (const [, next = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const imported = path.posix.join(path.posix.dirname(file), next)
      if (!entries.has(imported)) visit(imported)
    }
  }
  visit(tool)
  const bin = path.join(to, 'bin.mjs')
  write(bin, `#!/usr/bin/env node\nimport './${tool}'\n`)
  writeJson(path.join(to, 'package.json'), {
    name: '@yanshu/kit',
    version,
    license: 'Apache-2.0',
    type: 'module',
    bin: { 'yanshu-remote': './bin.mjs' },
  })
  writeJson(path.join(to, 'versions.json'), {
    ...tarballs,
    DAYJS: dependencies.dayjs,
    REACT: dependencies.react,
    TYPES_REACT: devDependencies['@types/react'],
    TYPES_REACT_DOM: devDependencies['@types/react-dom'],
    HAPPY_DOM: tools['happy-dom'],
    PLAYWRIGHT: tools['playwright-core'],
    TYPESCRIPT: tools.typescript,
    VITEST: tools.vitest,
  })
  cpSync(path.join(ROOT, 'tools/create-remote/template'), path.join(to, 'templates/remote'), { recursive: true })
  cpSync(path.join(ROOT, 'tools/kit/template'), path.join(to, 'templates/outside'), { recursive: true })
  const base = JSON.parse(readFileSync(path.join(ROOT, 'tsconfig.base.json'), 'utf8'))
  writeJson(path.join(to, 'templates/outside/tsconfig.json.txt'), { ...base, include: ['src', 'test'] })
  writeHost(path.join(to, 'host'))
}

/** The built host, without the copies that are compressed for the server. */
function writeHost(to: string): void {
  const from = path.join(ROOT, 'dist/host')
  for (const file of globSync('**/*', { cwd: from, withFileTypes: true })) {
    const name = path.relative(from, path.join(file.parentPath, file.name))
    if (file.isFile() && !/\.(?:gz|br)$/.test(name)) cpSync(path.join(from, name), path.join(to, name))
  }
  const record = JSON.parse(readFileSync(path.join(from, 'build.json'), 'utf8'))
  writeJson(path.join(to, 'build.json'), { ...record, provided: providedVersions(path.join(ROOT, 'host')) })
}

/** Packs a folder as `npm pack` does. Returns the name of the file. */
function pack(folder: string, into: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', into], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${folder} could not be packed.\n${stderr}`)
  return stdout.trim().split('\n').at(-1) ?? ''
}

/** The name under which the template asks for the file of a package. */
const NAME_IN_TEMPLATE: Readonly<Record<(typeof PACKAGES)[number], string>> = {
  'shared/discovery': 'DISCOVERY',
  'shared/contracts': 'CONTRACTS',
  'shared/s3': 'STORAGE',
  deploy: 'DEPLOY',
  'shared/shell-api': 'SHELL_API',
  'shared/ui': 'UI',
  'shared/build': 'BUILD',
}

/**
 * Packs what a team needs that makes a remote without this repository. The client must have been built.
 * @param into the folder of the files
 * @param work an empty folder
 * @returns the names of the files
 */
export function packKit(into: string, work: string): readonly string[] {
  mkdirSync(into, { recursive: true })
  compile(work)
  const out = path.join(work, 'out')
  const tarballs: Record<string, string> = {}
  for (const folder of PACKAGES) {
    const to = path.join(work, 'packages', folder)
    writePackage(folder, out, to)
    tarballs[NAME_IN_TEMPLATE[folder]] = pack(to, into)
  }
  const to = path.join(work, 'packages/kit')
  const own = `yanshu-kit-${readPackage('.').version}.tgz`
  writeTool(out, to, { ...tarballs, KIT_PACKAGE: own })
  return [...Object.values(tarballs), pack(to, into)]
}
