import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { writePart } from './compressed.ts'
import { ARCHITECTURE, writeDebianPackage } from './debian.ts'
import { writeImage } from './image.ts'
import { entriesBelow, folderEntry, type TarEntry } from './tar.ts'

/** Where both packages have the installation. */
const PLACE = 'opt/yanshu'

/** Files beside the folder of an installation, such as `yanshu_0.1.0_amd64.deb`. */
export interface PackageFiles {
  readonly debian: string
  readonly image: string
}

/**
 * Makes the package of Debian and the image of an installation, beside its folder. Files of the same names are written anew.
 * Throws a sentence elsewhere than on Linux, because the installation has the Node of this machine.
 */
export async function makePackages(folder: string, version = versionOf(folder)): Promise<PackageFiles> {
  if (process.platform !== 'linux')
    throw new Error(
      'The Debian package and the image are made on Linux: they have the Node of the machine that makes them',
    )
  const place = path.dirname(folder)
  const name = `yanshu_${version}_${ARCHITECTURE}`
  const files = { debian: path.join(place, `${name}.deb`), image: path.join(place, `${name}.oci.tar`) }
  const scratch = mkdtempSync(path.join(place, '.yanshu-package-'))
  try {
    let installedBytes = 0
    function* entries(): Generator<TarEntry> {
      for (const one of ['', 'opt', PLACE]) yield folderEntry(one)
      for (const entry of entriesBelow(folder, PLACE)) {
        if (entry.content.kind === 'files') installedBytes += entry.content.size
        yield entry
      }
    }
    const installation = await writePart(path.join(scratch, 'installation'), entries(), { end: false })
    await writeDebianPackage(files.debian, installation, { version, installedBytes, scratch })
    await writeImage(files.image, installation, { version, folder, scratch })
    return files
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

const versionOf = (folder: string): string =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version
