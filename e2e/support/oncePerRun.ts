import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** The environment variable that names the folder of this run, which workers inherit. */
export const RUN_FOLDER = 'YANSHU_TEST_RUN'

const LOOK_AGAIN_MS = 100

/**
 * Makes something once in a run, whichever worker asks first; the others wait for it. What it is described by must be
 * plain data, because it travels in a file. Rejects in every worker when the making failed.
 * @param make given an empty folder, which stays until the run is over
 */
export async function oncePerRun<T>(name: string, make: (folder: string) => Promise<T>): Promise<T> {
  const run = process.env[RUN_FOLDER]
  if (!run) throw new Error('oncePerRun: the global setup of the run has not named its folder')
  const folder = path.join(run, name)
  const answer = `${folder}.json`
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    while (!existsSync(answer)) await setTimeout(LOOK_AGAIN_MS)
    const { made, failed }: { made: T; failed?: string } = JSON.parse(readFileSync(answer, 'utf8'))
    if (failed !== undefined) throw new Error(`${name} could not be made: ${failed}`)
    return made
  }
  const say = (text: object) => {
    writeFileSync(`${answer}.new`, JSON.stringify(text))
    renameSync(`${answer}.new`, answer)
  }
  try {
    const made = await make(folder)
    say({ made })
    return made
  } catch (error) {
    say({ failed: String(error) })
    throw error
  }
}
