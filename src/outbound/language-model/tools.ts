/** Converts dialogs with tools to the types of the AI SDK, and extracts tool calls from outputs. */
import { newId } from '../../core/clock.ts'
import {
  type OfferedTool,
  type RequestedToolCall,
  TURN_CALLS_MAX,
  type TurnMessage,
} from '../../core/language-model.ts'
import { givenJson } from '../../core/wire.ts'
import { storable } from './answers.ts'
import type { ModelClient, ModelRequest } from './clients.ts'

type Prompt = ModelRequest['prompt']
type Content = Awaited<ReturnType<ModelClient['doGenerate']>>['content']

/** Maximum length of a tool name from a model. */
const NAME_MAX = 64
/** Valid IDs of tool calls in all protocols. */
const ID = /^[\w-]{1,64}$/

export function promptOfTurn(system: string, messages: readonly TurnMessage[]): Prompt {
  return [{ role: 'system', content: system }, ...messages.map(toPromptMessage)]
}

function toPromptMessage(message: TurnMessage): Prompt[number] {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] }
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...message.calls.map(({ id, name, args }) => ({
            ...{ type: 'tool-call' as const, toolCallId: id, toolName: name, input: args },
          })),
        ],
      }
    case 'tool': {
      const output = { type: 'text' as const, value: message.text }
      return {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: message.id, toolName: message.name, output }],
      }
    }
  }
}

export const toToolOptions = (tools: readonly OfferedTool[]): Pick<ModelRequest, 'tools' | 'toolChoice'> =>
  tools.length === 0
    ? {}
    : {
        tools: tools.map(({ name, description, inputSchema }) => ({
          ...{ type: 'function' as const, name, description, inputSchema: { ...inputSchema } },
        })),
        toolChoice: { type: 'auto' },
      }

/** Tool calls of an output. Includes calls of unknown tools, because every call needs a result. */
export function callsIn(
  content: Content,
  tools: readonly OfferedTool[],
): { calls: readonly RequestedToolCall[]; leftOut: number; length: number } {
  const offered = new Set(tools.map(({ name }) => name))
  const ids = new Set<string>()
  const asked = content.filter((part) => part.type === 'tool-call')
  const calls = asked.slice(0, TURN_CALLS_MAX).map(({ toolCallId, toolName, input }): RequestedToolCall => {
    const id = ID.test(toolCallId) && !ids.has(toolCallId) ? toolCallId : newId()
    ids.add(id)
    const name = toToolName(toolName)
    const args = argumentsIn(input)
    if (!offered.has(toolName)) return { id, name, args: args ?? {}, wrong: 'unknown_tool' }
    return args === undefined ? { id, name, args: {}, wrong: 'not_json' } : { id, name, args }
  })
  const length = asked.reduce((sum, { toolName, input }) => sum + toolName.length + input.length, 0)
  return { calls, leftOut: asked.length - calls.length, length }
}

/** Tool name in a form that all protocols accept. */
const toToolName = (name: string) => name.slice(0, NAME_MAX).replace(/[^\w-]+/g, '_') || 'unnamed'

/** Parses arguments to an object that can be stored, or undefined. Some servers omit empty arguments. */
function argumentsIn(input: string): Record<string, unknown> | undefined {
  if (input.trim() === '') return {}
  try {
    const read: unknown = JSON.parse(input, (_key, value) => (typeof value === 'string' ? storable(value) : value))
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject && givenJson.safeParse(read).success ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
