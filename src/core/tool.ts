/**
 * What a tool is: an operation as assistants see it (decisions, section 6). It has a name, arguments and results of its
 * own, because a model that has never seen the product reads them; what it does, and who may, is the operation's.
 */
import { z } from 'zod'
import type { Context, Runnable } from './operation.ts'
import type { metaSchema } from './page.ts'
import type { Told } from './tool-box.ts'
import { pageAt, pagingArguments, pagingData, pagingOf } from './tool-paging.ts'

export type { Told } from './tool-box.ts'

export interface ToolHints {
  /** What it changes or takes away cannot be had back by another tool. */
  readonly destructive?: true
  /** Done twice with the same arguments it has done no more than once. Tools that read always are. */
  readonly idempotent?: true
  /** It reaches beyond this service: a mail is sent, another system is written to. */
  readonly openWorld?: true
}

/** What a model sent, checked. */
export type Arguments = Readonly<Record<string, unknown>>

/** A tool whose types have been checked and may be forgotten. */
export interface Tool extends ToolHints {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly operation: Runnable
  /** Strict: an argument that is none of these is refused. */
  readonly args: z.ZodObject
  readonly data: z.ZodObject
  /** Argument → field of the operation's input, where they differ. */
  readonly names: Readonly<Record<string, string>>
  /** The operation's input, raw, as a request would bring it. */
  readonly inputOf: (args: Arguments) => unknown
  readonly present: (output: unknown, args: Arguments, ctx: Context) => Told
  /** It lists by `cursor`, so no entry may be missing from a page. */
  readonly pages?: true
}

type Shape = Readonly<Record<string, z.ZodType>>

export interface ToolDefinition<
  Op extends { input: z.ZodType; output: z.ZodType },
  Args extends Shape,
  Data extends Shape,
> extends ToolHints {
  /** snake_case: verb and noun. */
  readonly name: string
  /** Two to five words, for people. */
  readonly title: string
  /** For a model that has never seen the product: when to use it, what comes back, what to call next. */
  readonly description: string
  /** Each with a description. snake_case. */
  readonly args: Args
  /** Argument → field of the operation's input, where they differ. Problems are told by the argument. */
  readonly names?: { readonly [Name in keyof Args]?: keyof z.input<Op['input']> & string }
  /** The input, where renaming alone does not make it. */
  readonly input?: (args: z.output<z.ZodObject<Args>>) => z.input<Op['input']>
  /**
   * The operation lists by `page` and `size`, or by `limit` and `offset`: the tool takes `cursor` and `limit` and gives
   * `next_cursor` and `total`.
   */
  readonly paged?: { readonly max: number; readonly by?: 'offset' }
  readonly data: Data
  readonly present: (
    output: z.output<Op['output']>,
    args: z.output<z.ZodObject<Args>>,
    ctx: Context,
  ) => Told<z.input<z.ZodObject<Data>>>
}

/** A tool over an operation. */
export function defineTool<
  Op extends { id: string; input: z.ZodType; output: z.ZodType; requires: Runnable['requires'] },
  const Args extends Shape,
  const Data extends Shape,
>(operation: Op, definition: ToolDefinition<Op, Args, Data>): Tool {
  const { args, names = {}, input, paged, data, present, ...said } = definition
  const renames = names as Readonly<Record<string, string>>
  const renamed = (given: Arguments) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [renames[name] ?? name, value]))
  const inputOf = (given: Arguments): unknown => (input === undefined ? renamed(given) : input(given as never))
  const common = { ...said, operation: operation as unknown as Runnable, names: renames }
  if (paged === undefined) {
    const tell = present as Tool['present']
    return { ...common, args: z.strictObject(args), data: bounded(data), inputOf, present: tell }
  }
  return {
    ...{ ...common, pages: true },
    args: z.strictObject({ ...args, ...pagingArguments(paged.max) }),
    data: bounded({ ...data, ...pagingData }),
    inputOf: ({ cursor, limit, ...given }) => {
      const { page, size } = pageAt(cursor, limit, paged.max)
      const at =
        paged.by === 'offset'
          ? { limit: String(size), offset: String((page - 1) * size) }
          : { page: String(page), size: String(size) }
      return { ...(inputOf(given) as object), ...at }
    },
    present: (output, given, ctx) => {
      const told = (present as Tool['present'])(output, given, ctx) as Told<object>
      const paging = pagingOf((output as { meta: z.infer<typeof metaSchema> }).meta)
      const more = paging.next_cursor === null ? '' : `\n\nMore: cursor \`${paging.next_cursor}\`.`
      return { text: `${told.text}\n\n${paging.total} in all.${more}`, data: { ...told.data, ...paging } }
    },
  }
}

/** What only tools serve: the same road as for every operation, without an address. */
export function defineToolOperation<Input extends z.ZodType<Record<string, unknown>>, Output extends z.ZodType>(
  operation: Omit<Runnable, 'rest' | 'input' | 'output' | 'handle'> & {
    input: Input
    output: Output
    handle(input: z.output<Input>, ctx: Context): Promise<z.input<Output>>
  },
) {
  return operation
}

/** Lists may lose their last entries (`tool-size.ts`), and say how many. */
const bounded = (data: Shape): z.ZodObject =>
  z.object(
    Object.values(data).some((one) => one instanceof z.ZodArray) ? { ...data, left_out: z.int().optional() } : data,
  )
