import type { AreaProps } from '@yanshu/contracts'
import css from './frame.module.css'
import { Places } from './Places.tsx'

/** The sidebar of the address book, in place of the folders. */
export default function AreaPlaces({ path, collapsed, onChosen }: AreaProps) {
  const place = path.split('?')[0]?.split('/')[2] ?? ''
  return <Places place={place} className={css.area} collapsed={collapsed} onChosen={onChosen} />
}
