/** Runs a tool call: checks permissions, validates the arguments, then runs the operation. */
import { AppError } from './errors.ts'
import type { Context } from './operation.ts'
import { authorize } from './principal.ts'
import { badArguments, jsonPointer, WITH_INPUT } from './problems.ts'
import { runOperation } from './run-operation.ts'
import type { Tool, ToolReply } from './tool.ts'
import { boundedAnswer } from './tool-size.ts'

/** @throws AppError with pointers to arguments of the tool */
export async function callTool(tool: Tool, given: unknown, ctx: Context): Promise<ToolReply> {
  // Before validation: callers without permission don't learn the arguments.
  authorize(ctx.principal, tool.operation.requires)
  const parsed = tool.args.safeParse(given ?? {}, WITH_INPUT)
  if (!parsed.success) throw badArguments('tool', tool.args, parsed.error.issues)
  try {
    const output = await runOperation(tool.operation, tool.toInput(parsed.data), ctx)
    const { text, data } = tool.present(output, parsed.data, ctx)
    return boundedAnswer({ text, data: tool.data.parse(data) }, tool.pages)
  } catch (error) {
    throw error instanceof AppError ? toArgumentError(tool, error) : error
  }
}

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
