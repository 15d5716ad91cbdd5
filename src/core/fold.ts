/**
 * Text as it is compared, the same for what is stored and what is asked: canonical composition, lower case, letter
 * by letter. JavaScript lowers a capital sigma by what stands around it, and a part of a title stands elsewhere than
 * the whole: both small sigmas are one here.
 */
export function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase()
  let folded = ''
  for (const letter of text.normalize('NFC')) folded += letter.toLowerCase()
  return folded.replaceAll('ς', 'σ')
}
