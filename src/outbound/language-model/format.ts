/**
 * Formats requests for structured output: the schema in the protocol's form and as text, and error messages for
 * repairs.
 */
import type { z } from 'zod'
import type { Ask } from '../../core/language-model.ts'
import type { Question } from './clients.ts'

export interface Format {
  readonly schema: z.ZodType
  readonly json: object
  readonly strict: boolean
}

/** Maximum length of invalid output that is sent back for repair. */
const REPAIR_MAX = 20_000

export function promptOf({ system, prompt }: Ask, format?: Format): Question['prompt'] {
  // Also as text, because some servers accept a schema and ignore it.
  const wanted =
    format === undefined
      ? ''
      : `\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(format.json)}`
  return [
    { role: 'system', content: system + wanted },
    { role: 'user', content: [{ type: 'text', text: prompt }] },
  ]
}

export function repairOf(answer: string, problems: readonly string[]): Question['prompt'] {
  const wrong = problems.length === 0 ? 'That is no JSON.' : `That does not fit the schema:\n${problems.join('\n')}`
  const text = `${wrong}\nSend the whole answer again, as one JSON object that fits the schema, and nothing else.`
  return [
    { role: 'assistant', content: [{ type: 'text', text: answer.slice(0, REPAIR_MAX) }] },
    { role: 'user', content: [{ type: 'text', text }] },
  ]
}

export function dress(format: Format | undefined): Partial<Question> {
  if (format === undefined) return {}
  return {
    responseFormat: { type: 'json', schema: format.json, name: 'answer' },
    providerOptions: { openaiCompatible: { strictJsonSchema: format.strict } },
  }
}
