import css from './pictures.module.css'

const rows = (count: number) => Array.from({ length: count }, (_, row) => row)

/** A window with the folders at the side and the mails as one list. */
const TwoColumns = () => (
  <>
    {rows(6).map((row) => (
      <g key={row}>
        <rect x="38" y={13 + row * 11} width="16" height="4" rx="2" className={row === 1 ? css.strong : css.line} />
        <rect x="59" y={13 + row * 11} width="64" height="4" rx="2" className={css.line} />
      </g>
    ))}
  </>
)

/** A window with the folders, the list and the open mail side by side. */
const ThreeColumns = () => (
  <>
    {rows(4).map((row) => (
      <g key={row}>
        <rect x="36" y={12 + row * 17} width="26" height="4" rx="2" className={row === 1 ? css.strong : css.line} />
        <rect x="36" y={19 + row * 17} width="18" height="3" rx="1.5" className={css.line} />
      </g>
    ))}
    <path d="M70 5 V79" className={css.rule} />
    <rect x="78" y="13" width="34" height="5" rx="2.5" className={css.strong} />
    {rows(5).map((row) => (
      <rect key={row} x="78" y={27 + row * 9} width={row === 4 ? 24 : 44} height="3" rx="1.5" className={css.line} />
    ))}
  </>
)

/** A layout as a little picture. */
export function LayoutPicture({ columns }: { columns: 2 | 3 }) {
  return (
    <svg viewBox="0 0 132 84" aria-hidden="true" className={css.drawing}>
      <rect x="0.5" y="0.5" width="131" height="83" rx="6" className={css.ground} />
      <path d="M1 7 a6 6 0 0 1 6 -6 H30 V83 H7 a6 6 0 0 1 -6 -6 Z" className={css.side} />
      {columns === 2 ? <TwoColumns /> : <ThreeColumns />}
    </svg>
  )
}
