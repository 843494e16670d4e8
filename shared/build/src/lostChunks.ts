import MiniCss from 'mini-css-extract-plugin'
import webpack, { type Compiler } from 'webpack'

/** Milliseconds until a chunk that does not answer is given up, for scripts and for style sheets. */
export const CHUNK_TIMEOUT = 10_000

/** Counts how often an address was asked for, and marks each time after the first by a query of its own. */
const marked = (element: string, attribute: string, url: string, counts: string) => `
var asked = ${counts}.asked ||= {};
if (asked[${url}]) ${element}.${attribute} = ${url} + "?r=" + asked[${url}];
asked[${url}] = -~asked[${url}];`

/**
 * Makes a retry of a lazily loaded chunk a new request. Under the same address the browser would join a request that
 * hangs, or answer from its own or the service worker's cache. A style sheet that does not answer is given up after
 * {@link CHUNK_TIMEOUT}, as webpack itself does with scripts (`output.chunkLoadTimeout`). Development does without: its
 * hot reload finds style sheets by their address.
 */
export class LostChunksPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('LostChunksPlugin', (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'LostChunksPlugin',
        (source) => source + marked('script', 'src', 'url', webpack.RuntimeGlobals.loadScript),
      )
      MiniCss.getCompilationHooks(compilation).beforeTagInsert.tap(
        'LostChunksPlugin',
        (source, { tag, href }) => `${source}${marked(tag, 'href', href, 'createStylesheet')}
setTimeout(() => ${tag}.onerror?.({ type: "timeout", target: ${tag} }), ${CHUNK_TIMEOUT});`,
      )
    })
  }
}
