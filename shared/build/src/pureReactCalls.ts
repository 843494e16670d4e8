/** A component or context that is made while its module starts. */
const MADE = /= (\w+\.(?:forwardRef|createContext|memo|lazy)\()/g
/** Its name for the developer tools, which would keep it even where nobody uses it. */
const NAMED = /^\w+\.displayName = .*;$/gm

/**
 * A loader that marks React's calls at the top of a module as free of side effects, so that unused exports are left out.
 * The router's one file of 370 kB lacks these marks: with them 5 kB gzip of it remain, without them 12.5.
 */
export default function pureReactCalls(source: string): string {
  return source.replace(MADE, '= /* @__PURE__ */ $1').replace(NAMED, '')
}
