import { CARDDAV, childOf, type XmlElement } from '../../platform/dav/xml.ts'
import { type Property, partsOf, textOf, typesOf } from './format/properties.ts'

type Test = (properties: readonly Property[]) => boolean

const inside = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.ns === CARDDAV && child.name === name)

const combined = <T>(element: XmlElement, tests: readonly ((value: T) => boolean)[]) => {
  const all = element.attributes.test === 'allof'
  return (value: T): boolean => (all ? tests.every((test) => test(value)) : tests.some((test) => test(value)))
}

/** Whether a contact matches the filter of a query (RFC 6352 §10.5); without one, every contact does. */
export function contactFilter(filter: XmlElement | undefined): Test {
  const tests = filter ? inside(filter, 'prop-filter').map(propFilter) : []
  return filter && tests.length > 0 ? combined(filter, tests) : () => true
}

function propFilter(element: XmlElement): Test {
  const name = (element.attributes.name ?? '').toLowerCase().replace(/^.*\./, '')
  const of = (properties: readonly Property[]) => properties.filter((property) => property[0] === name)
  if (childOf(element, CARDDAV, 'is-not-defined')) return (properties) => of(properties).length === 0
  const tests: ((property: Property) => boolean)[] = [
    ...inside(element, 'text-match').map((match) => {
      const test = textMatch(match)
      return (property: Property) => test([textOf(property), partsOf(property).join(' ')])
    }),
    ...inside(element, 'param-filter').map(paramFilter),
  ]
  if (tests.length === 0) return (properties) => of(properties).length > 0
  const test = combined(element, tests)
  return (properties) => of(properties).some(test)
}

function paramFilter(element: XmlElement): (property: Property) => boolean {
  const name = (element.attributes.name ?? '').toLowerCase()
  const valuesOf = (property: Property): string[] =>
    name === 'type' ? typesOf(property) : [property[1][name] ?? []].flat()
  if (childOf(element, CARDDAV, 'is-not-defined')) return (property) => valuesOf(property).length === 0
  const [match] = inside(element, 'text-match')
  if (!match) return (property) => valuesOf(property).length > 0
  const test = textMatch(match)
  return (property) => test(valuesOf(property))
}

/** Text is compared without case and width, whichever collation is asked for. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

function textMatch(element: XmlElement): (values: readonly string[]) => boolean {
  const wanted = folded(element.text)
  const kind = element.attributes['match-type'] ?? 'contains'
  const negate = element.attributes['negate-condition'] === 'yes'
  const fits = (value: string): boolean => {
    if (kind === 'equals') return value === wanted
    if (kind === 'starts-with') return value.startsWith(wanted)
    return kind === 'ends-with' ? value.endsWith(wanted) : value.includes(wanted)
  }
  return (values) => values.some((value) => fits(folded(value))) !== negate
}
