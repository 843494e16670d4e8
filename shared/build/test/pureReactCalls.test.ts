import { expect, test } from 'vitest'
import pureReactCalls from '../src/pureReactCalls.ts'

test('given a module with an unused component, then the component is left out', () => {
  const source = ['var Link = React10.forwardRef(', '  (props) => null', ');', 'Link.displayName = "Link";', ''].join(
    '\n',
  )
  expect(pureReactCalls(source)).toBe(
    ['var Link = /* @__PURE__ */ React10.forwardRef(', '  (props) => null', ');', '', ''].join('\n'),
  )
})

test('given a call inside of a function, then it stays as it is', () => {
  const source = 'const found = React.useContext(LocationContext);\n'
  expect(pureReactCalls(source)).toBe(source)
})
