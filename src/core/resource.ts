/**
 * Resources that clients attach to a conversation with their model (Model Context Protocol, "Resources"). A resource is
 * the text output of a tool for one record, or a complete document, read with the caller's permissions.
 */
import { callTool } from './call-tool.ts'
import { AppError } from './errors.ts'
import type { Context } from './operation.ts'
import type { Arguments, Tool } from './tool.ts'

interface DescribedResource {
  /** URI template. `{id}` is the ID of the record. */
  readonly template: `parley://${string}/{id}`
  readonly name: string
  /** Display name, two to five words. */
  readonly title: string
  readonly description: string
  readonly mimeType: 'text/markdown'
  /** Lists recent records that the caller can see, to choose from. The transport checks permissions before the call. */
  readonly recent?: (ctx: Context) => Promise<readonly Listed[]>
}

interface ToolResource extends DescribedResource {
  /** Name of the tool that reads the record, its ID argument, and its other arguments. */
  readonly tool: string
  readonly argument: string
  readonly beside?: Arguments
}

interface DocumentResource extends DescribedResource {
  /**
   * Reads the complete document, which has no limit in tokens. The transport checks permissions before the call.
   * @throws AppError `…_not_found` if the record doesn't exist or is hidden from the caller
   */
  readonly read: (id: string, ctx: Context) => Promise<string>
}

export type Resource = ToolResource | DocumentResource

interface Listed {
  readonly id: string
  readonly title: string
  readonly description: string
}

export const resourceUri = ({ template }: Pick<Resource, 'template'>, id: string): string =>
  template.replace('{id}', id)

/**
 * @returns undefined if the record doesn't exist or is hidden from the caller
 * @throws AppError for other errors
 */
export async function readResource(
  resources: readonly Resource[],
  tools: ReadonlyMap<string, Tool>,
  uri: string,
  ctx: Context,
): Promise<{ readonly text: string; readonly mimeType: string } | undefined> {
  for (const resource of resources) {
    const id = idIn(resource.template, uri)
    if (id === undefined) continue
    try {
      const text = await readText(resource, tools, id, ctx)
      return text === undefined ? undefined : { text, mimeType: resource.mimeType }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return undefined
      throw error
    }
  }
  return undefined
}

async function readText(
  resource: Resource,
  tools: ReadonlyMap<string, Tool>,
  id: string,
  ctx: Context,
): Promise<string | undefined> {
  if ('read' in resource) return resource.read(id, ctx)
  const tool = tools.get(resource.tool)
  return tool && (await callTool(tool, { ...resource.beside, [resource.argument]: id }, ctx)).text
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function idIn(template: string, uri: string): string | undefined {
  const before = template.slice(0, template.indexOf('{'))
  const id = uri.slice(before.length)
  return uri.startsWith(before) && ID.test(id) ? id : undefined
}
