/** Splits a text file into lines (CRLF, LF or CR), and removes a byte order mark. */
export function splitLines(source: string): string[] {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  return text.split(/\r\n|\n|\r/)
}

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/** 1-based line of the character at `offset`. */
export function lineAt(source: string, offset: number): number {
  let line = 1
  const end = Math.min(offset, source.length)
  for (let i = 0; i < end; i++) {
    const code = source.charCodeAt(i)
    if (code === 10 || (code === 13 && source.charCodeAt(i + 1) !== 10)) line++
  }
  return line
}

/** Joins the lines of a cue, because line breaks in a cue are layout. */
export function joinLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Finds 1-based lines of characters. Unlike `lineAt`, it reads the text only once. */
export function createLineFinder(source: string): (offset: number) => number {
  const ends: number[] = []
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) ends.push(at)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
