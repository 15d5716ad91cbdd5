/** Case-insensitive parts of a regular expression, for patterns in which names keep their case. */

/**
 * Replaces `(?i:…)` by `(?:…)` with a class of both cases for each letter. V8 has the modifier. A pattern that is compiled
 * late in the life of a process can miss matches with it: in Node 24.21, `(?i:hi|hey|morning)` missed "Morning".
 * @param source without escaped letters (`\p{L}`, `\b`) inside of `(?i:…)`
 */
export function expandIgnoreCase(source: string): string {
  let result = ''
  /** For each open group, whether it ignores case. */
  const groups: boolean[] = []
  let isClass = false
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at)
    const ignores = groups.at(-1) ?? false
    if (char === '\\') {
      result += source.slice(at, at + 2)
      at++
    } else if (isClass) {
      isClass = char !== ']'
      result += ignores ? bothCases(char) : char
    } else if (char === '[') {
      isClass = true
      result += char
    } else if (source.startsWith('(?i:', at)) {
      groups.push(true)
      result += '(?:'
      at += 3
    } else if (char === '(') {
      groups.push(ignores)
      // The name of a group isn't text.
      const opening = /^\((?:\?(?:<?[=!]|:|<[^>]*>))?/.exec(source.slice(at))?.[0] ?? char
      result += opening
      at += opening.length - 1
    } else if (char === ')') {
      groups.pop()
      result += char
    } else {
      result += ignores && bothCases(char) !== char ? `[${bothCases(char)}]` : char
    }
  }
  return result
}

function bothCases(char: string): string {
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()]
  return lower === upper ? char : upper + lower
}
