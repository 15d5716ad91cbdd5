/** Tools as clients see them, in catalog order. The list of a caller is a part of it (`core/toolsets.ts`). */
import { z } from 'zod'
import type { Tool } from '../../core/tool.ts'
import { DAY_BOUND } from '../../core/tool-times.ts'

export interface DescribedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly annotations: {
    readonly readOnlyHint: boolean
    readonly destructiveHint: boolean
    readonly idempotentHint: boolean
    readonly openWorldHint: boolean
  }
}

export type ObjectSchema = { readonly type: 'object' } & Readonly<Record<string, unknown>>

export const describeTools = (tools: readonly Tool[]): DescribedTool[] => tools.map(describe)

function describe({ name, title, description, operation, args, data, hints }: Tool): DescribedTool {
  return {
    name,
    title,
    description,
    inputSchema: toObjectSchema(args, 'input'),
    outputSchema: toObjectSchema(data, 'output'),
    annotations: {
      readOnlyHint: operation.requires.scope === 'read',
      destructiveHint: hints !== undefined && hints.effect !== 'adds',
      idempotentHint: hints === undefined || hints.idempotent,
      openWorldHint: hints?.openWorld === true,
    },
  }
}

function toObjectSchema(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as ObjectSchema
  return slim(described, io) as ObjectSchema
}

type Schema = Readonly<Record<string, unknown>>

/** Removes redundant schema keywords, because every word of the tool list costs tokens. */
function slim(schema: Schema, io: 'input' | 'output'): Schema {
  const entries = Object.entries(schema).filter(([key, value]) => {
    // Results can get new properties in later versions; arguments can't.
    if (key === 'additionalProperties') return io === 'input' || value !== false
    if (key === 'pattern') return schema.format === undefined
    if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) < Number.MAX_SAFE_INTEGER
    return key !== 'noun' && key !== DAY_BOUND
  })
  return Object.fromEntries(entries.map(([key, value]) => [key, slimPart(key, value, io)]))
}

function slimPart(key: string, value: unknown, io: 'input' | 'output'): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (key === 'properties' || key === '$defs') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, slim(one, io)]))
  }
  if (key === 'items' || key === 'additionalProperties') return slim(value as Schema, io)
  if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return (value as Schema[]).map((one) => slim(one, io))
  return value
}
