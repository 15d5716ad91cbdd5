/** Reconstructs the text of a source from its passages. Files and web pages have no other stored text. */
import type { SearchPorts } from './prepare-query.ts'

/** Maximum number of passages of a reconstructed text. */
const PASSAGES_MAX = 2_000
/** Length of the overlap between consecutive passages, in UTF-16 units; passages can also have none. */
const OVERLAP = { least: 12, most: 160 }

export async function textOfSource({ db, org, search }: SearchPorts, id: string): Promise<string> {
  const everything = { terms: [], phrases: [], without: [], speakers: [] }
  const passages = await search.findInSources(db, org, [id], everything, PASSAGES_MAX)
  return passages
    .toSorted((a, b) => a.position - b.position)
    .reduce((text, passage) => text + removeOverlap(text, passage.text), '')
}

/** Part of a passage after its overlap with the end of the text. */
function removeOverlap(text: string, passage: string): string {
  for (let length = Math.min(OVERLAP.most, passage.length, text.length - 1); length >= OVERLAP.least; length--) {
    const isWithin = /[^\S\n]/.test(text.charAt(text.length - length - 1))
    if (isWithin && text.endsWith(passage.slice(0, length))) return passage.slice(length)
  }
  return text === '' ? passage : `\n\n${passage}`
}
