import type { StyleText } from './texts.ts'

const LINE = /^(\s*)"(description|summary)":\s*("(?:[^"\\]|\\.)*")/

/**
 * Reads the descriptions of openapi.json (`api`) or tools.json (`tool`), which are printed with one property per line.
 * In tools.json, a description that is indented more than the first one belongs to a parameter.
 */
export function* readDescriptions(text: string, surface: 'api' | 'tool'): Generator<StyleText> {
  let toolIndent: number | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const match = LINE.exec(line)
    if (match === null) continue
    const [, indent = '', property, literal = '""'] = match
    toolIndent ??= indent.length
    const isParameter = property === 'description' && (surface === 'api' || indent.length > toolIndent)
    yield { surface, text: JSON.parse(literal), line: index + 1, isParameter }
  }
}
