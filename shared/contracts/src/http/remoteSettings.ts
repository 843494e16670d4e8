import { z } from 'zod'
import { OWN_ENTRY_MAX, OWN_LIST_MAX, OWN_SETTINGS_MAX, OWN_TEXT_MAX, type OwnValue } from '../ownSettings.ts'
import { get, post } from './define.ts'

const remote = z.string().regex(/^remote-[a-z]{1,40}$/)
const settingName = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/)
const value: z.ZodType<OwnValue, OwnValue> = z.union([
  z.boolean(),
  z.number(),
  z.string().max(OWN_TEXT_MAX * 2),
  z.array(z.string().max(OWN_ENTRY_MAX * 2)).max(OWN_LIST_MAX),
])
const fewerThan = (most: number) => (values: object) => Object.keys(values).length <= most

/** What a person has chosen, by the names of a remote's settings. Those that they did not choose are left out. */
export const ownValues = z.record(settingName, value)

/** The same of all remotes, as the file of settings has it. */
export const ownValuesByRemote = z.record(remote, ownValues.refine(fewerThan(OWN_SETTINGS_MAX))).refine(fewerThan(100))

export const remoteSettingsCalls = [
  get('mail/remote/settings/get', {
    noted: 'nothing',
    personAlone: 'forbidden',
    title: 'What the person has chosen of the settings that a remote keeps for them',
    query: z.object({ remote }),
    data: z.object({ values: ownValues }),
  }),
  post('mail/remote/settings/save', {
    noted: 'nothing',
    personAlone: 'forbidden',
    title: 'Keep settings of a remote; null takes back what was chosen. Only what the remote declares is kept',
    body: z.object({
      remote,
      values: z.record(settingName, value.nullable()).refine(fewerThan(OWN_SETTINGS_MAX)),
    }),
    data: z.object({ values: ownValues }),
  }),
] as const
