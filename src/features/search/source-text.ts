/** What a source says, put together again from its passages: of a file, or a page of the web, nothing else is kept as text. */
import type { SearchPorts } from './asked.ts'

/** Passages put together at most. */
const PASSAGES_MAX = 2_000
/** A passage begins again with so many characters of the one before, or none. */
const OVERLAP = { least: 12, most: 160 }

export async function textOfSource({ db, org, search }: SearchPorts, id: string): Promise<string> {
  const everything = { terms: [], phrases: [], without: [], speakers: [] }
  const passages = await search.findInSources(db, org, [id], everything, PASSAGES_MAX)
  return passages
    .toSorted((a, b) => a.position - b.position)
    .reduce((text, passage) => text + beyond(text, passage.text), '')
}

/** What of the passage does not stand at the end of the text already, in the middle of a line. */
function beyond(text: string, passage: string): string {
  for (let length = Math.min(OVERLAP.most, passage.length, text.length - 1); length >= OVERLAP.least; length--) {
    const isWithin = /[^\S\n]/.test(text.charAt(text.length - length - 1))
    if (isWithin && text.endsWith(passage.slice(0, length))) return passage.slice(length)
  }
  return text === '' ? passage : `\n\n${passage}`
}
