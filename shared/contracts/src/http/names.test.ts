import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { httpCalls } from './index.ts'
import { idOf, type NamedThings, named, namesOf, partsOf, queryIdOf, thingOf } from './names.ts'

const call = (body: z.ZodType, more: Partial<Parameters<typeof namesOf>[0]> = {}) => ({
  query: z.object({}),
  params: {},
  ...more,
  body,
})
const found = (body: z.ZodType, value: unknown, more: Partial<NamedThings> = {}) => [
  namesOf(call(body))?.({ query: {}, body: body.parse(value), params: {} }),
  { mailIds: [], folderIds: [], fileIds: [], htmls: [], ...more },
]

describe('what a call names', () => {
  test.each<[string, z.ZodType, unknown, Partial<NamedThings>]>([
    ['in a field', z.object({ mailId: idOf('mail') }), { mailId: 1 }, { mailIds: [1] }],
    ['in an array', z.object({ a: z.array(idOf('folder')).min(1) }), { a: [1, 2] }, { folderIds: [1, 2] }],
    [
      'deep in objects, arrays and defaults',
      z.object({ a: z.array(z.object({ b: z.object({ c: idOf('mail').nullable().default(7) }).optional() })) }),
      { a: [{ b: {} }, { b: { c: null } }, {}, { b: { c: 3 } }] },
      { mailIds: [7, 3] },
    ],
    [
      'in a record and beside known fields',
      z.object({ r: z.record(z.string(), idOf('mail')), o: z.object({ x: z.number() }).catchall(idOf('folder')) }),
      { r: { a: 1, b: 2 }, o: { x: 9, y: 4 } },
      { mailIds: [1, 2], folderIds: [4] },
    ],
    [
      'in the kind of a value that it is, and not in another',
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('mail'), id: idOf('mail') }),
        z.object({ kind: z.literal('folder'), id: idOf('folder') }),
      ]),
      { kind: 'folder', id: 5 },
      { folderIds: [5] },
    ],
    [
      'in a tuple, and after a refinement',
      z.object({ t: z.tuple([z.string(), idOf('mail')]) }).refine(() => true),
      { t: ['x', 8] },
      { mailIds: [8] },
    ],
    [
      'by texts and by pictures of an HTML that is changed while it is parsed',
      z.object({
        fileIds: z.array(named('file', z.string().max(9))),
        html: named(
          'html',
          z.string().transform((text) => text.trim()),
        ),
      }),
      { fileIds: ['a', ''], html: ' <img> ' },
      { fileIds: ['a'], htmls: ['<img>'] },
    ],
  ])('%s', (_, schema, value, things) => {
    const [names, expected] = found(schema, value, things)
    expect(names).toEqual(expected)
  })

  test('in query and path', () => {
    const names = namesOf({
      query: z.object({ m: queryIdOf('mail') }),
      body: z.object({}),
      params: { id: 'file', n: 'mail' },
    })
    expect(names?.({ query: { m: 1 }, body: {}, params: { id: 'x', n: '2' } })).toEqual({
      ...{ mailIds: [1, 2], folderIds: [], fileIds: ['x'], htmls: [] },
    })
    expect(names?.({ query: { m: 1 }, body: {}, params: { n: 'no number' } }).mailIds).toEqual([1])
  })

  test('nothing is looked for in a call that can name nothing', () => {
    expect(namesOf(call(z.object({ a: z.string(), b: idOf('calendar') }), { params: { id: 'rule' } }))).toBeNull()
  })

  test('a schema in which names cannot be looked for is refused', () => {
    expect(() => namesOf(call(z.object({ a: z.lazy(() => idOf('mail')) })))).toThrow(/of the kind lazy/)
  })
})

const CALLED_LIKE_A_NAME = /^id$|^ids$|Ids?$|Uids?$|^html$|Html$/
const SCALARS = ['string', 'number']
const typeOf = (schema: z.ZodType) => (schema.def as unknown as { type: string }).type

/** Fields of a call's input that are called like a name and are not marked with what they name. */
function unmarked(schema: z.ZodType): string[] {
  const parts = partsOf(schema).filter(({ name }) => CALLED_LIKE_A_NAME.test(name))
  const marked = new Set(
    parts.flatMap(({ schema: one }) => (thingOf(one) ? partsOf(one).map((part) => part.schema) : [])),
  )
  return parts.flatMap(({ name, schema: one }) => (SCALARS.includes(typeOf(one)) && !marked.has(one) ? [name] : []))
}

describe('the calls of the contract', () => {
  test('say of each field that is called like a name what it names', () => {
    const problems = httpCalls.flatMap(({ method, path, query, body, params }) => [
      ...[query, body].flatMap((schema) => unmarked(schema).map((name) => `${method} ${path}: ${name}`)),
      ...[...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
        CALLED_LIKE_A_NAME.test(name) && !Object.hasOwn(params, name)
          ? [`${method} ${path}: {${name}} in the path`]
          : [],
      ),
      ...Object.keys(params).flatMap((name) =>
        path.includes(`{${name}}`) ? [] : [`${method} ${path} has no {${name}}`],
      ),
    ])
    expect(problems).toEqual([])
  })

  test.each([
    ['a number', z.object({ mailId: z.number() })],
    [
      'a list of numbers, deep inside',
      z.object({ a: z.array(z.object({ mailIds: z.array(z.number()).default([]) })) }),
    ],
    ['a text', z.object({ fileId: z.string().optional() })],
    ['an HTML', z.object({ bodyHtml: z.string().transform((text) => text) })],
    ['one kind of several', z.union([z.object({ id: idOf('mail') }), z.object({ id: z.number() })])],
  ])('a field without a mark is found: %s', (_, schema) => {
    expect(unmarked(schema)).not.toEqual([])
  })
})
