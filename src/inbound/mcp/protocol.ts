/**
 * Protocol methods over the catalog. Each request gets a new SDK server object, because the server is stateless (Model
 * Context Protocol, revisions 2025-03-26 to 2026-07-28; the SDK supports all of them).
 */
import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { CONFIRMATION_REQUIRED, callTool } from '../../core/call-tool.ts'
import type { Completions } from '../../core/completion.ts'
import { AppError } from '../../core/errors.ts'
import { takesLong } from '../../core/operation.ts'
import type { Prompt } from '../../core/prompt.ts'
import { noteRequest } from '../../core/request-scope.ts'
import type { Resource } from '../../core/resource.ts'
import type { Tool } from '../../core/tool.ts'
import { describeUnknownTool, type ToolError, toolErrorText, toToolError } from '../../core/tool-errors.ts'
import { selectTools, type Toolsets } from '../../core/toolsets.ts'
import { inSpan, SpanKind } from '../../core/tracing.ts'
import { logInternal } from '../http/log-internal.ts'
import { askUser, DECLINED, readConsent, withoutConsent } from './confirm-call.ts'
import { type DescribedTool, describeTools } from './describe-tools.ts'
import { INSTRUCTIONS } from './instructions.ts'
import type { McpRequest } from './mcp-request.ts'
import { serveCompletions } from './serve-completions.ts'
import { servePrompts } from './serve-prompts.ts'
import { serveResources } from './serve-resources.ts'

export interface ProtocolParts {
  readonly tools: readonly Tool[]
  readonly toolsets: Toolsets
  readonly resources: readonly Resource[]
  readonly prompts: readonly Prompt[]
  readonly completions: Completions
  /** Returns icons of the server, with paths below its public URL. Called with the first request, because it reads assets. */
  readonly getIcons: () => readonly ServerIcon[]
  readonly version: string
}

export interface ServerIcon {
  readonly src: string
  readonly mimeType: string
  /** Sizes in pixels, such as `192x192`, or `any`. */
  readonly sizes: string
}

/** Creates the server for one request. */
export type ServerFor = (asked: McpRequest) => Server

export function createProtocol(parts: ProtocolParts): ServerFor {
  const byName = new Map(parts.tools.map((tool) => [tool.name, tool]))
  let described: ReadonlyMap<string, DescribedTool> | undefined
  let icons: readonly ServerIcon[] | undefined
  const identity = { name: 'parley', title: 'Parley', version: parts.version }
  const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} }
  const options = { capabilities, instructions: INSTRUCTIONS }

  return (asked) => {
    icons ??= parts.getIcons()
    const server = new Server({ ...identity, ...describeSite(asked.ctx.publicUrl(), icons) }, options)
    server.setRequestHandler('tools/list', () => {
      // Created on first use, because it's expensive.
      described ??= new Map(describeTools(parts.tools).map((one) => [one.name, one]))
      const { toolsets } = parts
      const listed = selectTools(parts.tools, {
        ...{ principal: asked.ctx.principal, chosen: asked.toolsets, toolsets },
      })
      return { tools: listed.flatMap(({ name }) => described?.get(name) ?? []) } as never
    })
    server.setRequestHandler('tools/call', async ({ params: { name, arguments: given } }, extra) => {
      const startedAt = performance.now()
      const tool = byName.get(name)
      noteRequest({ tool: tool?.name ?? 'unknown' })
      if (tool === undefined) {
        asked.ctx.signals.tool('unknown', 'not_found', 0)
        const message = describeUnknownTool(name, [...byName.keys()])
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
      }
      return inSpan(toSpanOptions(name, asked, extra), async (span) => {
        const result = await runToolCall(tool, given, withSignals(asked, extra), extra)
        if (result.error !== undefined) span.fail(result.error.code)
        asked.ctx.signals.tool(name, result.error?.code ?? 'ok', (performance.now() - startedAt) / 1000)
        return result.answer
      })
    })
    serveResources(server, { resources: parts.resources, tools: byName }, asked)
    servePrompts(server, parts.prompts)
    serveCompletions(server, parts, asked)
    return server
  }
}

/** Address and icons of the server, for clients that show them. */
const describeSite = (publicUrl: string, icons: readonly ServerIcon[]) => ({
  websiteUrl: publicUrl,
  icons: icons.map(({ src, mimeType, sizes }) => ({ src: publicUrl + src, mimeType, sizes: [sizes] })),
})

/**
 * Span attributes by the OpenTelemetry conventions for MCP servers. Clients send trace context in `_meta` or in
 * headers.
 */
const toSpanOptions = (tool: string, { headers }: McpRequest, { mcpReq }: ServerContext) => ({
  name: `tools/call ${tool}`,
  kind: SpanKind.SERVER,
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool, 'gen_ai.operation.name': 'execute_tool' },
  carrier: { ...headers, ...mcpReq._meta },
})

interface ToolCallAnswer {
  readonly answer: CallToolResult | InputRequiredResult
  readonly error?: ToolError
}

async function runToolCall(
  tool: Tool,
  given: unknown,
  asked: McpRequest,
  extra: ServerContext,
): Promise<ToolCallAnswer> {
  const consent = readConsent(tool, extra)
  if (consent === 'declined') return toErrorResult(DECLINED)
  const args = consent === 'by_argument' ? given : withoutConsent(given)
  try {
    const { text, data } = await inTurn(tool, asked, () => callTool(tool, args, asked.ctx, consent === 'confirmed'))
    return { answer: { content: [{ type: 'text', text }], structuredContent: data as Record<string, unknown> } }
  } catch (error) {
    const isOurs = error instanceof AppError && error.kind !== 'internal'
    if (isOurs && error.code === CONFIRMATION_REQUIRED && consent === 'unasked') return { answer: askUser(tool) }
    if (!isOurs) logInternal(asked.ctx.log, asked.requestId, error as Error)
    return toErrorResult(toToolError(error, tool.operation, asked.requestId))
  }
}

/** Runs a tool in the turn of its organization, as an operation at REST is (docs/decisions/0045). */
const inTurn = <T>({ operation }: Tool, { ctx, turns }: McpRequest, run: () => Promise<T>): Promise<T> =>
  takesLong(operation) ? run() : turns.run(ctx.org, ctx.signal, run)

/** Error result. Models read the text, programs the data; neither contains content from other sources. */
const toErrorResult = (error: ToolError): ToolCallAnswer => ({
  answer: { isError: true, content: [{ type: 'text', text: toolErrorText(error) }], structuredContent: { error } },
  error,
})

/**
 * Aborts when the client or the server does. Reports events of the operation as progress if the client requested it.
 */
function withSignals(asked: McpRequest, { mcpReq }: ServerContext): McpRequest {
  const { ctx } = asked
  const token = mcpReq._meta?.progressToken
  let told = 0
  return {
    ...asked,
    ctx: {
      ...ctx,
      signal: abortWithEither(ctx.signal, mcpReq.signal),
      ...(token === undefined
        ? {}
        : {
            emit: (event) =>
              mcpReq.notify({
                method: 'notifications/progress',
                params: { progressToken: token, progress: ++told, message: event },
              }),
          }),
    },
  }
}

/**
 * Same as `AbortSignal.any`, which keeps the objects of each request in memory until the next full garbage collection.
 * Both signals belong to the same request, so their listeners end with it.
 */
function abortWithEither(client: AbortSignal, exchange: AbortSignal): AbortSignal {
  const either = new AbortController()
  const abort = () => either.abort(client.aborted ? client.reason : exchange.reason)
  for (const one of [client, exchange]) one.addEventListener('abort', abort, { once: true })
  if (client.aborted || exchange.aborted) abort()
  return either.signal
}
