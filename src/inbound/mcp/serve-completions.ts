/**
 * Completions of prompt arguments (Model Context Protocol, "Completion"). Unknown prompts, arguments and templates return
 * −32602. Arguments of free text and IDs in resource templates have no values.
 */
import type { Server } from '@modelcontextprotocol/server'
import { COMPLETIONS_MAX, type Completions } from '../../core/completion.ts'
import { authorize } from '../../core/principal.ts'
import { ARGUMENT_MAX, type Prompt } from '../../core/prompt.ts'
import type { Resource } from '../../core/resource.ts'
import { text } from '../../core/wire.ts'
import type { McpRequest } from './mcp-request.ts'
import { invalidParams, orProtocolError, READS } from './protocol-errors.ts'

const typedText = text({ max: ARGUMENT_MAX, trim: true })

export interface CompletionParts {
  readonly prompts: readonly Prompt[]
  readonly resources: readonly Resource[]
  readonly completions: Completions
}

export function serveCompletions(server: Server, parts: CompletionParts, asked: McpRequest): void {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    orProtocolError(asked, async () => {
      authorize(asked.ctx.principal, READS.requires)
      const kind =
        ref.type === 'ref/prompt'
          ? findKind(parts.prompts, ref.name, argument.name)
          : requireTemplate(parts.resources, ref.uri)
      const typed = parseTyped(argument.value)
      const values = kind === undefined ? [] : await parts.completions[kind](typed, asked.ctx)
      return {
        completion: {
          values: values.slice(0, COMPLETIONS_MAX),
          // More can exist than the source found.
          ...(values.length < COMPLETIONS_MAX ? { total: values.length } : {}),
          hasMore: values.length > COMPLETIONS_MAX,
        },
      }
    }),
  )
}

/** @throws ProtocolError for text that no argument can have */
function parseTyped(value: string): string {
  const parsed = typedText.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalidParams(parsed.error.issues.map(({ message }) => message).join(' '))
}

function findKind(prompts: readonly Prompt[], name: string, argument: string) {
  const prompt = prompts.find((one) => one.name === name)
  if (prompt === undefined) throw invalidParams('No prompt has this name. Use a name from prompts/list.')
  if (!Object.hasOwn(prompt.args.shape, argument)) {
    throw invalidParams('The prompt has no argument with this name. Use an argument from prompts/list.')
  }
  return prompt.completions[argument]
}

function requireTemplate(resources: readonly Resource[], uri: string): undefined {
  if (resources.some(({ template }) => template === uri)) return undefined
  throw invalidParams('No resource template has this URI. Use a template from resources/templates/list.')
}
