/**
 * A task that people often give, written out for a model (Model Context Protocol, "Prompts"): which tools to use in which
 * order, and what is to come of it. The person chooses it in the client and fills in its arguments, which are text.
 */
import { z } from 'zod'
import { badArguments } from './problems.ts'
import { text } from './wire.ts'

type Shape = Readonly<Record<string, z.ZodType<string | undefined>>>

/** A prompt whose types have been checked and may be forgotten. */
export interface Prompt {
  readonly name: string
  /** Two to five words, for people. */
  readonly title: string
  readonly description: string
  /** Strict, and text alone. */
  readonly args: z.ZodObject
  readonly write: (given: Readonly<Record<string, string | undefined>>) => string
}

export function definePrompt<const Args extends Shape>(
  prompt: Omit<Prompt, 'args' | 'write'> & {
    readonly args: Args
    readonly write: (given: z.output<z.ZodObject<Args>>) => string
  },
): Prompt {
  const { args, write, ...said } = prompt
  return { ...said, args: z.strictObject(args), write: write as Prompt['write'] }
}

const ARGUMENT_MAX = 300

/** What a person fills in: one line. */
export const promptArgument = (about: string) =>
  text({ min: 1, max: ARGUMENT_MAX, trim: true })
    .transform((value) => value.replace(/\s+/g, ' '))
    .describe(about)

/** The same where it may be left out. */
export const promptOption = (about: string) => promptArgument(about).optional().describe(about)

export const describeArguments = ({ args }: Prompt) =>
  Object.entries(args.shape).map(([name, schema]) => ({
    name,
    description: (schema as z.ZodType).description ?? '',
    required: !(schema as z.ZodType).safeParse(undefined).success,
  }))

/** @throws AppError `validation_failed`, pointing at arguments; an unknown one is not repeated */
export function writePrompt(prompt: Prompt, given: unknown): string {
  const parsed = prompt.args.safeParse(given ?? {})
  if (parsed.success) return prompt.write(parsed.data as Record<string, string | undefined>)
  throw badArguments('prompt', prompt.args, parsed.error.issues)
}
