/**
 * Resources of the catalog (Model Context Protocol, "Resources"). Missing and hidden resources return the same error:
 * −32602 with only the URI as data, in all revisions, as the newest revision requires (SEP-2164) and the SDK
 * implements.
 */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { AppError } from '../../core/errors.ts'
import { authorize } from '../../core/principal.ts'
import { type Resource, readResource, resourceUri } from '../../core/resource.ts'
import type { Tool } from '../../core/tool.ts'
import { toToolError } from '../../core/tool-errors.ts'
import { logInternal } from '../http/log-internal.ts'
import type { McpRequest } from './mcp-request.ts'

/** Permissions required to read resources. */
const READS = { requires: { scope: 'read' } } as const

export function serveResources(
  server: Server,
  { resources, tools }: { resources: readonly Resource[]; tools: ReadonlyMap<string, Tool> },
  asked: McpRequest,
): void {
  const { ctx } = asked
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resources.map(({ template, name, title, description, mimeType }) => ({
      ...{ uriTemplate: template, name, title, description, mimeType },
    })),
  }))
  server.setRequestHandler('resources/list', () =>
    orProtocolError(asked, async () => {
      authorize(ctx.principal, READS.requires)
      const all = await Promise.all(resources.map((resource) => listRecent(resource, asked)))
      return { resources: all.flat() }
    }),
  )
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    orProtocolError(asked, async () => {
      authorize(ctx.principal, READS.requires)
      const found = await readResource(resources, tools, uri, ctx)
      if (found === undefined)
        throw new ResourceNotFoundError(uri, 'No resource that the caller can access has this URI.')
      return { contents: [{ uri, ...found }] }
    }),
  )
}

async function listRecent(resource: Resource, { ctx }: McpRequest) {
  const some = (await resource.recent?.(ctx)) ?? []
  return some.map(({ id, title, description }) => ({
    ...{ uri: resourceUri(resource, id), name: title, title, description, mimeType: resource.mimeType },
  }))
}

/** Converts errors to protocol errors with Parley's message, and with the tool error code in the data. */
async function orProtocolError<T>({ ctx, requestId }: McpRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const { message, ...told } = toToolError(error, READS, requestId)
    if (!(error instanceof AppError) || error.kind === 'internal') {
      logInternal(ctx.log, requestId, error as Error)
      throw new ProtocolError(ProtocolErrorCode.InternalError, message, told)
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message, told)
  }
}
