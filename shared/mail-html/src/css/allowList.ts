/** Properties a mail may set. What can fetch, animate, leave its place or cover the frame is not among them. */
export const ALLOWED_PROPERTIES: ReadonlySet<string> = new Set(
  [
    'color opacity visibility display float clear overflow overflow-x overflow-y vertical-align box-sizing',
    'background background-color background-image background-position background-repeat background-size',
    'background-clip background-origin',
    'width min-width max-width height min-height max-height aspect-ratio object-fit object-position',
    'margin margin-top margin-right margin-bottom margin-left margin-inline margin-block',
    'padding padding-top padding-right padding-bottom padding-left padding-inline padding-block',
    'border border-top border-right border-bottom border-left border-width border-style border-color',
    'border-top-width border-top-style border-top-color border-right-width border-right-style border-right-color',
    'border-bottom-width border-bottom-style border-bottom-color border-left-width border-left-style',
    'border-left-color border-radius border-top-left-radius border-top-right-radius border-bottom-left-radius',
    'border-bottom-right-radius border-collapse border-spacing box-shadow outline outline-color outline-style',
    'outline-width empty-cells caption-side table-layout list-style list-style-type list-style-position',
    'list-style-image font font-family font-size font-style font-weight font-variant font-stretch',
    'line-height letter-spacing word-spacing text-align text-align-last text-decoration text-decoration-color',
    'text-decoration-line text-decoration-style text-indent text-transform text-shadow text-overflow text-justify',
    'text-emphasis text-underline-offset text-underline-position white-space word-break word-wrap overflow-wrap',
    'hyphens line-break direction unicode-bidi writing-mode tab-size quotes orphans widows page-break-after',
    'page-break-before page-break-inside break-after break-before break-inside',
    'flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap justify-content justify-items',
    'justify-self align-content align-items align-self order gap row-gap column-gap column-count column-width columns',
    'grid-template-columns grid-template-rows grid-column grid-row grid-auto-flow',
  ]
    .join(' ')
    .split(' '),
)

/** Properties in which an image address has a meaning; elsewhere an address drops the whole declaration. */
export const IMAGE_PROPERTIES: ReadonlySet<string> = new Set([
  'background',
  'background-image',
  'list-style',
  'list-style-image',
])

/** Functions that only compute. `url` is judged apart; `var`, `attr`, `image-set`, `element`, … are refused. */
export const ALLOWED_FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch calc min max clamp linear-gradient radial-gradient conic-gradient ' +
    'repeating-linear-gradient repeating-radial-gradient repeat minmax fit-content'
  ).split(' '),
)

/** Units that measure the frame: in a frame that grows with its content they would make it grow for ever. */
export const REFUSED_UNITS = /^(?:[sld]?v(?:h|b|min|max)|cq\w*)$/

/** Functional pseudo-classes that may stand in a selector. */
export const ALLOWED_PSEUDO_FUNCTIONS: ReadonlySet<string> = new Set(
  'not is where nth-child nth-of-type nth-last-child nth-last-of-type lang dir'.split(' '),
)
