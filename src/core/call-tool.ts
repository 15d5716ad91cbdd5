/** Runs a tool call: checks permissions, validates the arguments, then runs the operation. */
import { AppError } from './errors.ts'
import type { Context } from './operation.ts'
import { authorize } from './principal.ts'
import { badArguments, jsonPointer, WITH_INPUT } from './problems.ts'
import { runOperation } from './run-operation.ts'
import { type Arguments, CONFIRM, type Tool, type ToolReply } from './tool.ts'
import { coerceArguments } from './tool-coercion.ts'
import { addLinks } from './tool-links.ts'
import { boundedAnswer } from './tool-size.ts'
import { getTimeZone, resolveTimes } from './tool-times.ts'

/** Code of the error for a call that can't be undone and that nobody has confirmed. */
export const CONFIRMATION_REQUIRED = 'confirmation_required'

/**
 * @param isConfirmed whether the user confirmed this call in the client, which replaces the argument `confirm`
 * @throws AppError with pointers to arguments of the tool
 */
export async function callTool(tool: Tool, given: unknown, ctx: Context, isConfirmed = false): Promise<ToolReply> {
  // Before validation: callers without permission don't learn the arguments.
  authorize(ctx.principal, tool.operation.requires)
  const parsed = tool.args.safeParse(readArguments(tool, given, ctx), WITH_INPUT)
  if (!parsed.success) throw badArguments('tool', tool.args, parsed.error.issues)
  if (tool.hints?.effect === 'removes' && !isConfirmed && parsed.data[CONFIRM] !== true) throw unconfirmed(tool)
  try {
    const output = await runOperation(tool.operation, tool.toInput(parsed.data), ctx)
    const { text, data } = tool.present(output, parsed.data, ctx)
    const linked = addLinks(tool, tool.data.parse(data), parsed.data, ctx.publicUrl())
    return boundedAnswer({ text, data: linked }, tool.pages)
  } catch (error) {
    throw error instanceof AppError ? toArgumentError(tool, error) : error
  }
}

/** Arguments in the types of their schema, with days in the caller's time zone. */
function readArguments({ args, operation }: Tool, given: unknown, { principal }: Context): unknown {
  if (typeof given !== 'object' || given === null) return given ?? {}
  // Models write null for an argument that they leave out. A write could mean to clear a value, so it's rejected there.
  const isRead = operation.requires.scope === 'read'
  const present = isRead ? Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) : given
  return resolveTimes(args, coerceArguments(args, present) as Arguments, getTimeZone(principal))
}

const unconfirmed = ({ title }: Tool) =>
  new AppError('invalid', CONFIRMATION_REQUIRED, 'Confirmation required', [
    {
      pointer: `/${CONFIRM}`,
      detail:
        `Nothing happened yet. You can't undo this: ${title}. Ask the user. If they agree, repeat the call with ` +
        `\`${CONFIRM}\` set to true.`,
    },
  ])

/** Converts an error of the operation: pointers and messages name arguments of the tool instead of input fields. */
function toArgumentError({ names }: Tool, error: AppError): AppError {
  const argumentOf = new Map(Object.entries(names).map(([argument, field]) => [field, argument]))
  const problems = error.problems.map(({ pointer, detail }) => {
    const [field, ...inner] = pointer
      .replace(/^\/(?:path|query|header)(?=\/)/, '')
      .split('/')
      .slice(1)
    return {
      pointer: field === undefined ? '' : jsonPointer([argumentOf.get(field) ?? field, ...inner]),
      detail: detail.replace(/`(\w+)`/g, (quoted, name: string) => {
        const argument = argumentOf.get(name)
        return argument === undefined ? quoted : `\`${argument}\``
      }),
    }
  })
  return new AppError(error.kind, error.code, error.title, problems, error.retryAfterSeconds)
}
