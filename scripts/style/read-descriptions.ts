import type { StyleText } from './texts.ts'

/** Start of an example, which contains data. */
const EXAMPLE = /^(\s*)"example": [[{]$/
const LINE = /^(\s*)"(description|summary)":\s*("(?:[^"\\]|\\.)*")/

/**
 * Reads the descriptions of openapi.json (`api`) or tools.json (`tool`), which are printed with one property per line.
 * In tools.json, a description that is indented more than the first one belongs to a parameter.
 */
export function* readDescriptions(text: string, surface: 'api' | 'tool'): Generator<StyleText> {
  let toolIndent: number | undefined
  /** Indentation of the example that the line belongs to. */
  let exampleIndent: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (exampleIndent !== undefined) {
      if (line.startsWith(`${exampleIndent}]`) || line.startsWith(`${exampleIndent}}`)) exampleIndent = undefined
      continue
    }
    exampleIndent = EXAMPLE.exec(line)?.[1]
    const match = LINE.exec(line)
    if (match === null) continue
    const [, indent = '', property, literal = '""'] = match
    toolIndent ??= indent.length
    const isParameter = property === 'description' && (surface === 'api' || indent.length > toolIndent)
    yield { surface, text: JSON.parse(literal), line: index + 1, isParameter }
  }
}
