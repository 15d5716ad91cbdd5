/** Tools for internal callers, described and called in the same way as for clients. */
import { callTool } from '../../core/call-tool.ts'
import { AppError } from '../../core/errors.ts'
import type { InternalTool, InternalTools } from '../../core/internal-tools.ts'
import type { Context } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import type { Tool } from '../../core/tool.ts'
import { describeUnknownTool, toToolError } from '../../core/tool-errors.ts'
import { logInternal } from '../http/log-internal.ts'
import { describeTools } from './describe-tools.ts'

export interface ToolBoxParts {
  readonly tools: readonly Tool[]
  readonly contextFor: (principal: Principal, source: { readonly requestId: string }) => Context
}

export function createToolBox({ tools, contextFor }: ToolBoxParts): InternalTools {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  let boxed: readonly InternalTool[] | undefined
  return {
    // Created on first use, because most processes and tests don't need it.
    get tools() {
      boxed ??= boxedTools(tools)
      return boxed
    },
    async call(principal, name, args, { signal, requestId }) {
      signal.throwIfAborted()
      const tool = byName.get(name)
      if (tool === undefined)
        return { error: { code: 'not_found', message: describeUnknownTool(name, [...byName.keys()]) } }
      const ctx = { ...contextFor(principal, { requestId }), signal }
      try {
        return await callTool(tool, args, ctx)
      } catch (error) {
        signal.throwIfAborted()
        const isOurs = error instanceof AppError && error.kind !== 'internal'
        if (!isOurs) logInternal(ctx.log, requestId, error)
        return { error: toToolError(error, tool.operation, requestId) }
      }
    },
  }
}

function boxedTools(tools: readonly Tool[]): InternalTool[] {
  const described = new Map(describeTools(tools).map((one) => [one.name, one]))
  return tools.map(({ name, operation, hints }) => {
    const { description = '', inputSchema = {} } = described.get(name) ?? {}
    const [irreversible, openWorld] = [hints?.effect === 'removes', hints?.openWorld === true]
    return { name, description, inputSchema, requires: operation.requires, irreversible, openWorld }
  })
}
