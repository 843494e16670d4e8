import type { SettingsPageProps } from '@yanshu/contracts'
import { Pointed } from '../find/pointed.ts'
import { FolderManagement } from '../folder-management/FolderManagement.tsx'
import { GeneralPage } from '../general/GeneralPage.tsx'

/** `/set/normalset`. */
export function GeneralSettings({ at }: SettingsPageProps) {
  return (
    <Pointed value={at}>
      <GeneralPage />
    </Pointed>
  )
}

/** `/set/foldermanagement`. */
export function FolderSettings({ at }: SettingsPageProps) {
  return (
    <Pointed value={at}>
      <FolderManagement />
    </Pointed>
  )
}
