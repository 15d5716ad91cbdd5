/**
 * Formats requests for structured output: the schema in the protocol's form and as text, and error messages for
 * repairs.
 */
import type { z } from 'zod'
import type { ModelQuery } from '../../core/language-model.ts'
import type { ModelRequest } from './clients.ts'

export interface SchemaFormat {
  readonly schema: z.ZodType
  readonly json: object
  readonly strict: boolean
}

/** Maximum length of invalid output that is sent back for repair. */
const REPAIR_MAX = 20_000

export function formatPrompt({ system, prompt }: ModelQuery, format?: SchemaFormat): ModelRequest['prompt'] {
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

export function formatRepairPrompt(answer: string, problems: readonly string[]): ModelRequest['prompt'] {
  const wrong = problems.length === 0 ? 'That is no JSON.' : `That does not fit the schema:\n${problems.join('\n')}`
  const text = `${wrong}\nSend the whole answer again, as one JSON object that fits the schema, and nothing else.`
  return [
    { role: 'assistant', content: [{ type: 'text', text: answer.slice(0, REPAIR_MAX) }] },
    { role: 'user', content: [{ type: 'text', text }] },
  ]
}

export function dress(format: SchemaFormat | undefined): Partial<ModelRequest> {
  if (format === undefined) return {}
  return {
    responseFormat: { type: 'json', schema: format.json, name: 'answer' },
    providerOptions: { openaiCompatible: { strictJsonSchema: format.strict } },
  }
}
