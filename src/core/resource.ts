/**
 * What a client may attach to a talk with its model by an address of its own (Model Context Protocol, "Resources"): the
 * text that a tool tells of one thing, read with the same rights.
 */
import { callTool } from './call-tool.ts'
import { AppError } from './errors.ts'
import type { Context } from './operation.ts'
import type { Arguments, Tool } from './tool.ts'

export interface Resource {
  /** What stands for `{id}` is the id of one thing. */
  readonly template: `parley://${string}/{id}`
  readonly name: string
  /** Two to five words, for people. */
  readonly title: string
  readonly description: string
  readonly mimeType: 'text/markdown'
  /** Name of the tool that reads the thing, its argument that takes the id, and what it is asked beside. */
  readonly tool: string
  readonly argument: string
  readonly beside?: Arguments
  /** Some of those that the caller sees, to choose from. Authorized by whoever asks for it. */
  readonly recent?: (ctx: Context) => Promise<readonly Listed[]>
}

interface Listed {
  readonly id: string
  readonly title: string
  readonly description: string
}

export const resourceUri = ({ template }: Pick<Resource, 'template'>, id: string): string =>
  template.replace('{id}', id)

/** @returns undefined for what is not there, or hidden: one and the same. @throws AppError for what else is in the way */
export async function readResource(
  resources: readonly Resource[],
  tools: ReadonlyMap<string, Tool>,
  uri: string,
  ctx: Context,
): Promise<{ readonly text: string; readonly mimeType: string } | undefined> {
  for (const { template, mimeType, tool: name, argument, beside } of resources) {
    const id = idIn(template, uri)
    const tool = tools.get(name)
    if (id === undefined || tool === undefined) continue
    try {
      const { text } = await callTool(tool, { ...beside, [argument]: id }, ctx)
      return { text, mimeType }
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return undefined
      throw error
    }
  }
  return undefined
}

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function idIn(template: string, uri: string): string | undefined {
  const before = template.slice(0, template.indexOf('{'))
  const id = uri.slice(before.length)
  return uri.startsWith(before) && ID.test(id) ? id : undefined
}
