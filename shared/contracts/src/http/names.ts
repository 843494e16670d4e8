import { z } from 'zod'

/** What the closed folders of a session are asked about, before a call that names it is answered. */
export type Asked = 'mail' | 'folder' | 'file' | 'html'

/**
 * What a field of a call names. Of the first four it is asked whether they lie in a folder that is closed to the session;
 * `html` names files by the pictures that it shows. The others lie in no folder, or are asked about where they are read.
 */
export type Thing =
  | Asked
  /** A folder that has its place in an order or in a rule: nothing of it is read, so a closed one may stand there. */
  | 'placed-folder'
  /** A file of an event. Those that the event has stay its own; new ones are asked about where they are chosen. */
  | 'event-file'
  /** A mail by its number in a folder, which the call names too. */
  | 'mail-number'
  /** A mail on its way out. It is asked about with its copy. */
  | 'sending'
  /** A mail by the Message-ID that its copies share. Only a copy of one's own in a folder that is open is answered. */
  | 'message'
  /** A mail that was deleted for good and can be restored. */
  | 'deleted-mail'
  /** A draft as it was before. */
  | 'draft-version'
  /** A draft that its author hands to a colleague; its link names it. */
  | 'handed-draft'
  | 'label'
  | 'rule'
  | 'rule-run'
  | 'signature'
  | 'template'
  | 'paper'
  | 'picture'
  /** An upload of which parts have come in. */
  | 'unfinished-upload'
  /** A file of a letter that is fetched by a link. */
  | 'file-link'
  | 'calendar'
  | 'event'
  | 'task'
  | 'reminder'
  | 'contact'
  | 'contact-group'
  | 'contact-import'
  | 'settings-import'
  | 'migration'
  | 'approval-rule'
  | 'approval-record'
  /** A file of a mail that waits for approval: the record decides who sees it. */
  | 'approval-file'
  | 'follow-up'
  /** A comment beside a mail of a public mailbox; only its author removes it. */
  | 'team-comment'
  /** A file or folder of the document center, by its number; 0 is the outermost folder. */
  | 'document'
  /** A link to files of the document center. */
  | 'document-share'
  /** A link by which others hand files in. */
  | 'upload-request'
  | 'mail-group'
  | 'waiting-mail'
  | 'department'
  | 'account'
  | 'announcement'
  | 'code'
  | 'device'
  | 'passkey'
  | 'finding'
  /** A key for signed and encrypted mail. */
  | 'key'
  | 'assistant-answer'
  | 'feedback'
  /** What the server has handed out in secret for one step. */
  | 'ticket'
  /** What a client calls its own request, so that repeating it does nothing twice. */
  | 'request'

const things = z.registry<{ thing: Thing }>()

/** Marks what a schema names. The mark stays when it becomes optional, nullable or part of an array. */
export function named<S extends z.ZodType>(thing: Thing, schema: S): S {
  things.add(schema, { thing })
  return schema
}

/** The number of a row. */
export const idOf = (thing: Thing) => named(thing, z.number().int().positive())
/** The same in a query string. */
export const queryIdOf = (thing: Thing) => named(thing, z.coerce.number().int().positive())

/** What a schema names by itself; null for one without a mark. */
export const thingOf = (schema: z.ZodType): Thing | null => things.get(schema)?.thing ?? null

/** What a call names of what folders may close. */
export interface NamedThings {
  readonly mailIds: number[]
  readonly folderIds: number[]
  readonly fileIds: string[]
  /** HTML whose pictures are files. */
  readonly htmls: string[]
}

type Collect = (value: unknown, found: NamedThings) => void

const COLLECT: Readonly<Record<Asked, Collect>> = {
  mail: (value, { mailIds }) => typeof value === 'number' && mailIds.push(value),
  folder: (value, { folderIds }) => typeof value === 'number' && folderIds.push(value),
  file: (value, { fileIds }) => typeof value === 'string' && value !== '' && fileIds.push(value),
  html: (value, { htmls }) => typeof value === 'string' && value !== '' && htmls.push(value),
}
const isAsked = (thing: Thing | null): thing is Asked => thing !== null && Object.hasOwn(COLLECT, thing)

/** One part of a schema with the way to it: names of fields, and `*` for what arrays and records have many of. */
export interface SchemaPart {
  readonly name: string
  readonly schema: z.ZodType
}

interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly catchall?: z.ZodType
  readonly element?: z.ZodType
  readonly items?: readonly z.ZodType[]
  readonly rest?: z.ZodType | null
  readonly valueType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly left?: z.ZodType
  readonly right?: z.ZodType
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly values?: readonly unknown[]
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def

const WRAPPERS = ['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch']
const LEAVES = [
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'unknown',
  'null',
  'undefined',
  'custom',
  'transform',
  'never',
]

/** The schemas that see the same value as this one. Throws for a kind of schema that is not covered. */
function samePlace(schema: z.ZodType): readonly z.ZodType[] {
  const { type, innerType, options, left, right, in: piped, out } = defOf(schema)
  if (WRAPPERS.includes(type) && innerType) return [innerType]
  if (type === 'union' && options) return options
  if (type === 'intersection' && left && right) return [left, right]
  // What is parsed has passed both.
  if (type === 'pipe' && piped && out) return [piped, out]
  if (['object', 'array', 'tuple', 'record', ...LEAVES].includes(type)) return []
  throw new Error(`a call is asked with a schema of the kind ${type}, in which names are not looked for`)
}

/** What lies one step inside of a schema. */
function inside(schema: z.ZodType): SchemaPart[] {
  const { shape, catchall, element, items, rest, valueType } = defOf(schema)
  const many = [element, rest, valueType, catchall].flatMap((one) => (one ? [{ name: '*', schema: one }] : []))
  const fields = Object.entries(shape ?? {}).map(([name, one]) => ({ name, schema: one }))
  return [...fields, ...(items ?? []).map((one, at) => ({ name: String(at), schema: one })), ...many]
}

/** Every part of a schema, at any depth, each with the name of the field that it stands in. */
export function partsOf(schema: z.ZodType, name = ''): SchemaPart[] {
  const further = samePlace(schema).flatMap((one) => partsOf(one, name))
  const deeper = inside(schema).flatMap((part) => partsOf(part.schema, part.name === '*' ? name : part.name))
  return [{ name, schema }, ...further, ...deeper]
}

const all =
  (collects: readonly Collect[]): Collect =>
  (value, found) => {
    for (const collect of collects) collect(value, found)
  }

/** A function that collects what a value of a schema names; null when it can name nothing. */
function collectorOf(schema: z.ZodType): Collect | null {
  const thing = thingOf(schema)
  if (isAsked(thing)) return COLLECT[thing]
  const here = [...samePlace(schema).map(collectorOf), insideCollector(schema)].filter((one) => one !== null)
  return here.length > 0 ? all(here) : null
}

function insideCollector(schema: z.ZodType): Collect | null {
  const parts = inside(schema).flatMap((part) => {
    const collect = collectorOf(part.schema)
    return collect ? [{ name: part.name, collect }] : []
  })
  if (parts.length === 0) return null
  const known = new Set(inside(schema).map(({ name }) => name))
  const literals = literalsOf(schema)
  return (value, found) => {
    if (typeof value !== 'object' || value === null) return
    // Of several kinds of a value, the one whose literals it has.
    if (!literals.every(([name, values]) => values.includes(Reflect.get(value, name)))) return
    for (const { name, collect } of parts) {
      if (name !== '*') collect(Reflect.get(value, name), found)
      else for (const [key, one] of Object.entries(value)) if (!known.has(key)) collect(one, found)
    }
  }
}

const literalsOf = (schema: z.ZodType): [name: string, values: readonly unknown[]][] =>
  Object.entries(defOf(schema).shape ?? {}).flatMap(([name, { def }]) => {
    const { type, values } = def as unknown as Def
    return type === 'literal' && values ? [[name, values] as [string, readonly unknown[]]] : []
  })

/** The parts of a call in which things are named. */
export interface NamingCall {
  readonly query: z.ZodType
  readonly body: z.ZodType
  /** What the parts of the path name that are names. */
  readonly params: Readonly<Record<string, Thing>>
}

/** What a call was asked: query and body as parsed, the parts of its path as text. */
export interface AskedInput {
  readonly query: unknown
  readonly body: unknown
  readonly params: Readonly<Record<string, string | undefined>>
}

/**
 * A function that finds which mails, folders and files a call is about, wherever they stand in its query, body and path.
 * It is made once for a call; null for one that can name none.
 */
export function namesOf({ query, body, params }: NamingCall): ((input: AskedInput) => NamedThings) | null {
  const [inQuery, inBody] = [collectorOf(query), collectorOf(body)]
  const inPath = Object.entries(params).flatMap(([name, thing]) => (isAsked(thing) ? [{ name, thing }] : []))
  if (!inQuery && !inBody && inPath.length === 0) return null
  return (input) => {
    const found: NamedThings = { mailIds: [], folderIds: [], fileIds: [], htmls: [] }
    inQuery?.(input.query, found)
    inBody?.(input.body, found)
    for (const { name, thing } of inPath) {
      const text = input.params[name]
      const value = thing === 'file' ? text : Number(text)
      if (text !== undefined && (typeof value === 'string' || Number.isSafeInteger(value))) COLLECT[thing](value, found)
    }
    return found
  }
}
