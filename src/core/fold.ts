/**
 * Normalizes text for comparison, the same for stored text and queries: canonical composition, lower case per
 * character. JavaScript lowers a capital sigma depending on its neighbors, so a part of a title could differ from the
 * whole title. Therefore both small sigmas become the same letter.
 */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += letter.toLowerCase()
  return folded.replaceAll('ς', 'σ')
}
