import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A docstring and the name of the declaration below it. */
const DOCUMENTED =
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function|class|interface|type|enum) (\w+)/g

/** The first sentence of a docstring, in one line. */
function firstSentence(docstring: string): string {
  const text = docstring
    .replace(/^\s*\*+ ?/gm, '')
    .replace(/\{@link (\w+)[^}]*\}/g, '`$1`')
    .split(/^@|\n\s*\n|```/m)[0]
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}

/** The first sentence about each documented name of a package, by name. */
export function sentencesOf(folder: string): ReadonlyMap<string, string> {
  const sentences = new Map<string, string>()
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: folder }).sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, docstring = '', name = ''] of readFileSync(path.join(folder, file), 'utf8').matchAll(DOCUMENTED)) {
      const sentence = firstSentence(docstring)
      if (sentence !== '' && !sentences.has(name)) sentences.set(name, sentence)
    }
  }
  return sentences
}
