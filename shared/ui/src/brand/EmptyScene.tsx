import { Geese, type GoosePlace, skein } from './geese.tsx'
import css from './scenes.module.css'

/** What is empty: an inbox that was cleared, a folder never used, nothing found, no connection. */
export type SceneName = 'cleared' | 'unused' | 'nothing' | 'offline'

interface Scene {
  /** Middle and radius of the moon. */
  readonly moon?: readonly [x: number, y: number, radius: number]
  readonly far: string
  readonly near: string
  /** Bands of mist before the ridges: left, top, width. */
  readonly mist?: readonly (readonly [x: number, y: number, width: number])[]
  readonly geese: readonly GoosePlace[]
}

const SCENES: Readonly<Record<SceneName, Scene>> = {
  cleared: {
    moon: [138, 46, 30],
    far: 'M0 104C22 96 40 78 62 80C86 82 104 96 128 88C152 80 174 84 200 98V112H0Z',
    near: 'M0 112C30 98 62 104 92 100C126 95 160 100 200 108V112Z',
    geese: skein(150, 30, 0.9, [3, 3]),
  },
  unused: {
    far: 'M0 102C30 92 48 96 70 84C92 72 110 70 132 82C154 94 176 92 200 96V112H0Z',
    near: 'M0 112C24 104 58 106 84 98C116 88 150 104 200 104V112Z',
    geese: [[74, 42, 2.2]],
  },
  nothing: {
    moon: [66, 62, 26],
    far: 'M0 96C26 84 44 62 66 66C92 71 108 88 134 82C158 76 178 80 200 90V112H0Z',
    near: 'M0 112C36 96 66 100 100 102C134 104 166 94 200 102V112Z',
    mist: [
      [14, 78, 74],
      [88, 90, 96],
      [30, 99, 60],
    ],
    geese: [[150, 44, 0.9]],
  },
  offline: {
    moon: [100, 96, 34],
    far: 'M0 98C20 90 44 92 64 98V112H0ZM136 98C156 88 178 90 200 96V112H136Z',
    near: 'M0 112C18 104 42 104 66 110V112ZM134 110C160 102 184 104 200 108V112H134Z',
    geese: [
      [86, 62, 1],
      [106, 50, 1],
      [124, 66, 1],
    ],
  },
}

/** The picture of an empty place, in the accent colour. Hidden from screen readers, which read the sentence below it. */
export function EmptyScene({ name }: { name: SceneName }) {
  const { moon, far, near, mist = [], geese } = SCENES[name]
  return (
    <svg className={css.scene} viewBox="0 0 200 112" aria-hidden="true">
      {moon && <circle className={css.moon} cx={moon[0]} cy={moon[1]} r={moon[2]} />}
      <path className={css.far} d={far} />
      <path className={css.near} d={near} />
      {mist.map(([x, y, width]) => (
        <rect key={y} className={css.mist} x={x} y={y} width={width} height="4" rx="2" />
      ))}
      <Geese at={geese} className={css.geese} />
    </svg>
  )
}
