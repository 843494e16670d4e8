export { type OwnSettingsShown, ownSettings, useOwnSettings } from './ownSettings.ts'
