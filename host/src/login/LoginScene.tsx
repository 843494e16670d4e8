import { Geese, skein } from '@yanshu/ui'
import css from './login.module.css'

/** Nine geese: a leader and two arms of four. */
const GEESE = skein(392, 214, 2.1, [4, 4])

/** The picture beside the form: a moon, three ridges of different tones, and nine geese. */
export function LoginScene() {
  return (
    <svg className={css.scene} viewBox="0 0 640 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle className={css.moon} cx="404" cy="316" r="178" />
      <g className={css.ridges}>
        <path d="M0 592C60 566 96 520 150 528C210 537 236 600 302 588C372 575 410 478 478 486C542 494 586 552 640 540V900H0Z" />
        <path d="M0 690C76 660 118 622 190 640C268 660 316 716 396 690C476 664 540 604 640 640V900H0Z" />
        <path d="M0 782C96 736 170 744 256 768C356 796 452 748 640 752V900H0Z" />
      </g>
      <Geese at={GEESE} className={css.geese} />
    </svg>
  )
}
