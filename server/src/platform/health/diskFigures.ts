import { statfs } from 'node:fs/promises'
import type { GaugeSeries } from './measures.ts'

/** Below this many bytes a mail of the usual limit may not fit any more, and the operator is warned. */
const LOW_BYTES = 256 * 1_024 * 1_024

interface Disk {
  readonly free: number
  readonly size: number
}

/** Bytes of the disk of a folder: what this user may still write, and the whole. */
export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** Bytes left on the disk of the data folder, for alarms before it is full. */
export function diskGauges(folder: string): readonly GaugeSeries[] {
  const gauge = (name: string, help: string, of: (disk: Disk) => number): GaugeSeries => ({
    name,
    help,
    labelNames: [],
    read: async () => {
      const disk = await diskOf(folder).catch(() => null)
      return disk ? [{ labels: {}, value: of(disk) }] : []
    },
  })
  return [
    gauge(
      'yanshu_disk_free_bytes',
      'Bytes that may still be written on the disk of the data folder',
      ({ free }) => free,
    ),
    gauge('yanshu_disk_size_bytes', 'Bytes of the disk of the data folder', ({ size }) => size),
  ]
}

/**
 * What `/readyz` adds while the disk is nearly full. It stays ready: people go on reading, and new mail is put off with 452;
 * a balancer that took the server away would end both.
 */
export async function diskNote(
  folder: string,
  look: typeof diskOf = diskOf,
): Promise<Readonly<Record<string, string>>> {
  const disk = await look(folder).catch(() => null)
  if (!disk || disk.free >= LOW_BYTES) return {}
  return { disk: `nearly full, ${Math.floor(disk.free / 1_024 / 1_024)} MiB left` }
}
