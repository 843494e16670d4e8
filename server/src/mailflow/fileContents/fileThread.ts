import { parentPort, workerData } from 'node:worker_threads'
import { systemCode } from '../../platform/errors/systemCode.ts'
import { type BlobPlace, openBlobStore } from '../../store/blobs/openBlobStore.ts'
import { tokensOf } from '../../store/search/tokens.ts'
import { CHARACTERS_MAX, textOfBlocks } from './fileBlocks.ts'
import { FileUnreadableError } from './fileErrors.ts'
import type { FileAnswer, FileTask } from './fileTask.ts'
import { readFile } from './readFile.ts'
import { readPreview } from './readPreview.ts'

const port = parentPort
if (!port) throw new Error('fileThread runs in a worker thread only')
const place: BlobPlace = workerData
const blobs = await openBlobStore(place)

async function answerTo({ hash, name, as }: FileTask): Promise<FileAnswer> {
  const bytes = Buffer.from(await blobs.readAll(hash))
  try {
    if (as === 'blocks') return await readPreview(bytes, name)
    const content = await readFile(bytes, name)
    const text = textOfBlocks(content.blocks)
    if (as === 'judged') return { text, isCut: content.isCut || text.length >= CHARACTERS_MAX }
    return { text, words: [...new Set(tokensOf(text))].join(' ') }
  } catch (error) {
    if (error instanceof FileUnreadableError) return null
    throw error
  }
}

port.on('message', async ({ id, task }: { id: number; task: FileTask }) => {
  try {
    port.postMessage({ id, value: await answerTo(task) })
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error))
    const code = systemCode(error)
    port.postMessage({ id, error: cause, ...(code ? { code } : {}) })
  }
})
