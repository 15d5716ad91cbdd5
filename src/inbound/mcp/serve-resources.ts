/**
 * Resources of the catalog (Model Context Protocol, "Resources"). Missing and hidden resources return the same error:
 * −32602 with only the URI as data, in all revisions, as the newest revision requires (SEP-2164) and the SDK
 * implements.
 */
import { ResourceNotFoundError, type Server } from '@modelcontextprotocol/server'
import { authorize } from '../../core/principal.ts'
import { type Resource, readResource, resourceUri } from '../../core/resource.ts'
import type { Tool } from '../../core/tool.ts'
import type { McpRequest } from './mcp-request.ts'
import { orProtocolError, READS } from './protocol-errors.ts'

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
