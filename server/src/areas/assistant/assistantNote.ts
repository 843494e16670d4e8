import type { Context } from '../../store/context/context.ts'
import { readModelSettings } from './model/modelSettings.ts'

/** What `/readyz` answers about the assistant; it never makes the server unready. */
export async function assistantNote(context: Context): Promise<Readonly<Record<string, string>>> {
  const settings = await readModelSettings(context).catch(() => null)
  return { assistant: settings ? 'with a model' : 'without a model' }
}
