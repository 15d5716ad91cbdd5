/**
 * Tools: operations as assistants call them (decisions, section 6). A tool has its own name, arguments and results,
 * written for models that have never seen Parley. Behavior and permissions are those of the operation.
 */
import { z } from 'zod'
import type { ToolReply } from './internal-tools.ts'
import type { Context, Runnable } from './operation.ts'
import type { metaSchema } from './page.ts'
import { bindCursor, pageAt, pagingArguments, pagingData, toToolPaging, unbindCursor } from './tool-paging.ts'

export type { ToolReply } from './internal-tools.ts'

/**
 * Effect of a tool that writes.
 *
 * - `adds`: creates something, or restores it. Nothing existing changes.
 * - `changes`: overwrites, archives, ends or replaces something. Nothing is lost that another call can't set again.
 * - `removes`: deletes or revokes something permanently. The user must confirm the call.
 */
export type ToolEffect = 'adds' | 'changes' | 'removes'

/** Statements about a tool that writes. Tools that read have none: they change nothing and can be repeated. */
export interface ToolHints {
  readonly effect: ToolEffect
  /** Whether a repeated call with the same arguments has no further effect. */
  readonly idempotent: boolean
  /** Whether the tool can reach people or systems outside of Parley: it sends email, publishes, or writes to a CRM. */
  readonly openWorld: boolean
}

/** Pages of records: a path to which the ID is added, and the field of the result with the record or records. */
export interface RecordPage {
  readonly path: `/${string}`
  /** Undefined if the result itself is the record. */
  readonly field?: string
}

/** Validated arguments from a model. */
export type Arguments = Readonly<Record<string, unknown>>

/** A tool without its type parameters. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: Runnable
  /** Undefined for tools that read. */
  readonly hints: ToolHints | undefined
  /** Strict object: unknown arguments are rejected. */
  readonly args: z.ZodObject
  readonly data: z.ZodObject
  /** Argument → field of the operation's input, if the names differ. */
  readonly names: Readonly<Record<string, string>>
  /** Converts arguments to the raw input of the operation, as a request would contain it. */
  readonly toInput: (args: Arguments) => unknown
  readonly present: (output: unknown, args: Arguments, ctx: Context) => ToolReply
  /** Page of the app that shows a record of the result. */
  readonly page?: RecordPage | undefined
  /** Whether the tool pages by `cursor`, so that pages must not be truncated. */
  readonly pages?: true
}

type ArgumentSchemas = Readonly<Record<string, z.ZodType>>

export interface ToolDefinition<
  Op extends { input: z.ZodType; output: z.ZodType },
  Args extends ArgumentSchemas,
  Data extends ArgumentSchemas,
> {
  /** Verb and noun in snake_case. */
  readonly name: string
  /** Display name, two to five words. */
  readonly title: string
  /**
   * Description for a model that has never seen Parley: when to use the tool, its results, and which tools to call
   * next.
   */
  readonly description: string
  /** Required for tools that write, which a law over all tools checks. */
  readonly hints?: ToolHints
  /** Arguments in snake_case, each with a description. */
  readonly args: Args
  /** Argument → field of the operation's input, if the names differ. Error messages name the argument. */
  readonly names?: { readonly [Name in keyof Args]?: keyof z.input<Op['input']> & string }
  /** Creates the input, if renaming fields isn't enough. */
  readonly input?: (args: z.output<z.ZodObject<Args>>) => z.input<Op['input']>
  /**
   * Paging of the operation: by `page` and `size`, or by `limit` and `offset`. The tool has `cursor` and `limit`
   * instead, and returns `next_cursor` and `total`.
   */
  readonly paged?: { readonly max: number; readonly by?: 'offset' }
  /** Page of the app that shows a record of the result, for its link. */
  readonly page?: RecordPage
  readonly data: Data
  readonly present: (
    output: z.output<Op['output']>,
    args: z.output<z.ZodObject<Args>>,
    ctx: Context,
  ) => ToolReply<z.input<z.ZodObject<Data>>>
}

/** Defines a tool for an operation. */
export function defineTool<
  Op extends { id: string; input: z.ZodType; output: z.ZodType; requires: Runnable['requires'] },
  const Args extends ArgumentSchemas,
  const Data extends ArgumentSchemas,
>(operation: Op, definition: ToolDefinition<Op, Args, Data>): Tool {
  const { args: own, hints, names = {}, input, paged, data, present, ...said } = definition
  const args = hints?.effect === 'removes' ? { ...own, ...confirmArgument } : own
  const renames = names as Readonly<Record<string, string>>
  const renameArguments = (given: Arguments) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [renames[name] ?? name, value]))
  const toOperationInput = ({ [CONFIRM]: _, ...given }: Arguments): unknown =>
    input === undefined ? renameArguments(given) : input(given as never)
  const common = { ...said, hints, operation: operation as unknown as Runnable, names: renames }
  if (paged === undefined) {
    const tell = present as Tool['present']
    return {
      ...common,
      args: z.strictObject(args),
      data: boundedSchema(data),
      toInput: toOperationInput,
      present: tell,
    }
  }
  return {
    ...{ ...common, pages: true },
    args: z.strictObject({ ...args, ...pagingArguments(paged.max) }),
    data: boundedSchema({ ...data, ...pagingData }),
    toInput: ({ cursor, limit, ...given }) => {
      const place = cursor === undefined ? undefined : unbindCursor(String(cursor), given)
      const { page, size } = pageAt(place, limit, paged.max)
      const at =
        paged.by === 'offset'
          ? { limit: String(size), offset: String((page - 1) * size) }
          : { page: String(page), size: String(size) }
      return { ...(toOperationInput(given) as object), ...at }
    },
    present: (output, given, ctx) => {
      const told = (present as Tool['present'])(output, given, ctx) as ToolReply<object>
      const { total, next_cursor: next } = toToolPaging((output as { meta: z.infer<typeof metaSchema> }).meta)
      const paging = { total, next_cursor: next === null ? null : bindCursor(next, given) }
      const more = paging.next_cursor === null ? '' : `\n\nMore: cursor \`${paging.next_cursor}\`.`
      return { text: `${told.text}\n\n${paging.total} in all.${more}`, data: { ...told.data, ...paging } }
    },
  }
}

/** Defines an operation that only tools or pages use, so it has no route. */
export function defineToolOperation<Input extends z.ZodType<Record<string, unknown>>, Output extends z.ZodType>(
  operation: Omit<Runnable, 'rest' | 'input' | 'output' | 'handle'> & {
    input: Input
    output: Output
    handle(input: z.output<Input>, ctx: Context): Promise<z.input<Output>>
  },
) {
  return operation
}

/** Argument of tools whose effect can't be undone. */
export const CONFIRM = 'confirm'

const confirmArgument = {
  [CONFIRM]: z.boolean().optional().describe("`true` after the user agreed. You can't undo this."),
}

/** Allows lists to be truncated (`tool-size.ts`); the data then contains the number of omitted entries. */
const boundedSchema = (data: ArgumentSchemas): z.ZodObject =>
  z.object(
    Object.values(data).some((one) => one instanceof z.ZodArray) ? { ...data, left_out: z.int().optional() } : data,
  )
