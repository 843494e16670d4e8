import { fileURLToPath } from 'node:url'
import { type BuildResult, build } from 'esbuild'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the gallery of components into a folder (`index.html`, `gallery.js`, `gallery.css`); it is never shipped. */
export function buildGallery(outdir: string): Promise<BuildResult> {
  return build({
    entryPoints: { gallery: here('./main.tsx') },
    outdir,
    bundle: true,
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    metafile: true,
    logLevel: 'warning',
  })
}
