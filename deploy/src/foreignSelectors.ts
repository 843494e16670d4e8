import { type Selector, transform } from 'lightningcss'

/** The class names a selector mentions, also inside `:is()`, `:not()` and their like. */
function classesOf(selector: Selector): string[] {
  return selector.flatMap((component): string[] => {
    if (component.type === 'class') return [component.name]
    if (component.type !== 'pseudo-class') return []
    switch (component.kind) {
      case 'is':
      case 'not':
      case 'where':
      case 'has':
        return component.selectors.flatMap(classesOf)
      default:
        return []
    }
  })
}

/**
 * Finds the rules of a remote's style sheet that reach beyond the remote: a selector without a class of its own,
 * or one that names a class of others.
 * @param prefix how the remote's class names start
 */
export function foreignSelectors(css: Buffer, filename: string, prefix: string): string[] {
  const foreign: string[] = []
  transform({
    code: css,
    filename,
    visitor: {
      Rule: {
        style(rule) {
          for (const selector of rule.value.selectors) {
            const classes = classesOf(selector)
            const own = classes.length > 0 && classes.every((name) => name.startsWith(`${prefix}_`))
            const nested = selector[0]?.type === 'nesting'
            if (!own && !nested) foreign.push(describe(selector))
          }
        },
      },
    },
  })
  return foreign
}

function describe(selector: Selector): string {
  return selector
    .map((component) => {
      if (component.type === 'class') return `.${component.name}`
      if (component.type === 'type') return component.name
      if (component.type === 'combinator') return component.value === 'descendant' ? ' ' : ` ${component.value} `
      return component.type === 'pseudo-class' ? `:${component.kind}` : `[${component.type}]`
    })
    .join('')
}
