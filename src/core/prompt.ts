/**
 * Prompts for assistants (Model Context Protocol, "Prompts"): instructions for a common task, with the tools to use and
 * the expected result. Users choose a prompt in their client and fill in its arguments, which are text.
 */
import { z } from 'zod'
import type { CompletionKind } from './completion.ts'
import { badArguments, WITH_INPUT } from './problems.ts'
import { text } from './wire.ts'

type PromptVariables = Readonly<Record<string, z.ZodType<string | undefined>>>

/** A prompt without its type parameters. */
export interface Prompt {
  readonly name: string
  /** Display name, two to five words. */
  readonly title: string
  readonly description: string
  /** Strict object; all arguments are text. */
  readonly args: z.ZodObject
  /** Kind of the values that complete an argument, by its name. Other arguments are free text. */
  readonly completions: Readonly<Record<string, CompletionKind>>
  readonly write: (given: Readonly<Record<string, string | undefined>>) => string
}

export function definePrompt<const Args extends PromptVariables>(
  prompt: Omit<Prompt, 'args' | 'write' | 'completions'> & {
    readonly args: Args
    readonly completions: Readonly<Partial<Record<keyof Args & string, CompletionKind>>>
    readonly write: (given: z.output<z.ZodObject<Args>>) => string
  },
): Prompt {
  const { args, write, completions, ...said } = prompt
  return {
    ...{ ...said, args: z.strictObject(args), write: write as Prompt['write'] },
    completions: completions as Prompt['completions'],
  }
}

/** Maximum length of an argument in characters. */
export const ARGUMENT_MAX = 300

/** Schema of a required argument: one line of text. */
export const promptArgument = (about: string) =>
  text({ min: 1, max: ARGUMENT_MAX, trim: true })
    .transform((value) => value.replace(/\s+/g, ' '))
    .describe(about)

/** Schema of an optional argument: one line of text. */
export const promptOption = (about: string) => promptArgument(about).optional().describe(about)

export const describeArguments = ({ args }: Prompt) =>
  Object.entries(args.shape).map(([name, schema]) => ({
    name,
    description: (schema as z.ZodType).description ?? '',
    required: !(schema as z.ZodType).safeParse(undefined).success,
  }))

/** @throws AppError `validation_failed` with pointers to arguments; unknown arguments aren't repeated */
export function writePrompt(prompt: Prompt, given: unknown): string {
  const parsed = prompt.args.safeParse(given ?? {}, WITH_INPUT)
  if (parsed.success) return prompt.write(parsed.data as Record<string, string | undefined>)
  throw badArguments('prompt', prompt.args, parsed.error.issues)
}
