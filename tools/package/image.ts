import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { baseEntries, IMAGE_DATA, IMAGE_USER } from './baseLayer.ts'
import { type CompressedPart, digestOf, writePart } from './compressed.ts'
import { ARCHITECTURE } from './debian.ts'
import { folderEntry, TAR_END, type TarEntry, tarOf, textEntry } from './tar.ts'

const TYPE = 'application/vnd.oci.image'
/** The name under which `docker load` and `podman load` list the image, before its version. */
const NAME = 'yanshu'
/** HTTP, SMTP and LMTP. */
const PORTS = ['8080/tcp', '2525/tcp', '2424/tcp']
const BLOBS = 'blobs/sha256'

/** A layer: parts of one archive, the digest of what they are in the image, and that before compression. */
interface Layer {
  readonly parts: readonly CompressedPart[]
  readonly size: number
  readonly digest: string
  readonly uncompressed: string
}

async function layerOf(parts: readonly CompressedPart[]): Promise<Layer> {
  return {
    parts,
    size: parts.reduce((sum, part) => sum + part.size, 0),
    digest: await digestOf(parts.map(({ file }) => file)),
    // The hash goes over the parts before it.
    uncompressed: parts.at(-1)?.hash.copy().digest('hex') ?? '',
  }
}

/** What the container starts, as whom, and with which settings (OCI image specification, "Image Configuration"). */
const configOf = (version: string, layers: readonly Layer[]) => ({
  created: new Date().toISOString(),
  architecture: ARCHITECTURE,
  os: 'linux',
  config: {
    User: `${IMAGE_USER}:${IMAGE_USER}`,
    Entrypoint: ['/opt/yanshu/bin/yanshu-server'],
    WorkingDir: '/opt/yanshu',
    Env: [
      'PATH=/opt/yanshu/bin:/usr/bin:/bin',
      `YANSHU_DATA=/${IMAGE_DATA}`,
      'YANSHU_DEMO=off',
      'YANSHU_LMTP_PORT=2424',
    ],
    ExposedPorts: Object.fromEntries(PORTS.map((port) => [port, {}])),
    Volumes: { [`/${IMAGE_DATA}`]: {} },
    StopSignal: 'SIGTERM',
    Labels: {
      'org.opencontainers.image.title': 'Yanshu',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'Apache-2.0',
    },
  },
  rootfs: { type: 'layers', diff_ids: layers.map(({ uncompressed }) => `sha256:${uncompressed}`) },
})

interface JsonBlob {
  readonly digest: string
  readonly text: string
}

function jsonBlob(content: unknown): JsonBlob {
  const text = JSON.stringify(content)
  return { digest: createHash('sha256').update(text).digest('hex'), text }
}

const descriptor = (mediaType: string, digest: string, size: number) => ({
  ...{ mediaType, digest: `sha256:${digest}`, size },
})
const describeJson = (mediaType: string, { digest, text }: JsonBlob) =>
  descriptor(mediaType, digest, Buffer.byteLength(text))

/** The files of the image's archive: an OCI image layout, with the list that older versions of Docker read beside it. */
function* layoutEntries(version: string, layers: readonly Layer[]): Generator<TarEntry> {
  const config = jsonBlob(configOf(version, layers))
  const manifest = jsonBlob({
    schemaVersion: 2,
    mediaType: `${TYPE}.manifest.v1+json`,
    config: describeJson(`${TYPE}.config.v1+json`, config),
    layers: layers.map(({ digest, size }) => descriptor(`${TYPE}.layer.v1.tar+gzip`, digest, size)),
  })
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${NAME}:${version}`,
    'org.opencontainers.image.ref.name': version,
  }
  const platform = { architecture: ARCHITECTURE, os: 'linux' }
  const entry = { ...describeJson(`${TYPE}.manifest.v1+json`, manifest), annotations, platform }
  const index = { schemaVersion: 2, mediaType: `${TYPE}.index.v1+json`, manifests: [entry] }
  const forDocker = {
    Config: `${BLOBS}/${config.digest}`,
    RepoTags: [`${NAME}:${version}`],
    Layers: layers.map(({ digest }) => `${BLOBS}/${digest}`),
  }
  yield textEntry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' }))
  yield textEntry('index.json', JSON.stringify(index))
  yield textEntry('manifest.json', JSON.stringify([forDocker]))
  yield folderEntry('blobs')
  yield folderEntry(BLOBS)
  for (const { digest, text } of [config, manifest]) yield textEntry(`${BLOBS}/${digest}`, text)
  for (const { digest, size, parts } of layers) {
    const files = parts.map(({ file }) => file)
    yield { ...textEntry(`${BLOBS}/${digest}`, ''), content: { kind: 'files', files, size } }
  }
}

/**
 * Writes the image into a file, as `docker load` and `podman load` read it. It needs no engine and reaches no network: below
 * the installation is a layer of what this machine has of it ({@link baseEntries}). `installation` is compressed once for
 * all packages; `folder` is where it stands. Names of temporary files are free in `scratch`.
 */
export async function writeImage(
  file: string,
  installation: CompressedPart,
  { version, folder, scratch }: ImageOptions,
): Promise<void> {
  const base = await writePart(path.join(scratch, 'base'), baseEntries(folder), { end: true })
  const end = await writePart(path.join(scratch, 'end'), [], { after: installation, end: true })
  const layers = [await layerOf([base]), await layerOf([installation, end])]
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* tarOf(layoutEntries(version, layers))
    yield TAR_END
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(file))
}

interface ImageOptions {
  readonly version: string
  readonly folder: string
  readonly scratch: string
}
