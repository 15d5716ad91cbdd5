/** An assistant's side of the tool server, without a model: calls by name, and what came back. */
import { countTokens } from 'gpt-tokenizer'

const REVISION = '2025-11-25'

export interface ToolClient {
  /** Structured result. @throws Error for a refusal, with its code */
  // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a model does
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<any>
  /** The code a call is refused with. @throws Error when it is not refused */
  refusal(name: string, args?: Readonly<Record<string, unknown>>): Promise<string>
  /** Text that a model reads: of the error if the call is refused. */
  text(name: string, args?: Readonly<Record<string, unknown>>): Promise<string>
  readonly calls: number
  /** Tokens (o200k_base) of all arguments and of the texts of all results. */
  readonly tokens: number
}

interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a model does
  readonly data?: any
  readonly error?: { readonly code: string }
  readonly text: string
}

interface Reply {
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: {
    readonly isError?: boolean
    // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a model does
    readonly structuredContent: any
    readonly content: readonly { readonly text?: string }[]
  }
}

export function createToolClient(url: string, token: string): ToolClient {
  let [calls, tokens] = [0, 0]
  const ask = async (name: string, args: Readonly<Record<string, unknown>>): Promise<Asked> => {
    calls++
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': REVISION,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: calls, method: 'tools/call', params: { name, arguments: args } }),
    })
    const body = await answer.text()
    if (answer.status !== 200) return { error: { code: String(answer.status) }, text: body }
    const { result, error } = JSON.parse(body) as Reply
    if (result === undefined) return { error: { code: String(error?.code) }, text: error?.message ?? '' }
    const text = result.content.map((part) => part.text ?? '').join('\n')
    tokens += countTokens(JSON.stringify(args)) + countTokens(text)
    return result.isError === true
      ? { error: result.structuredContent.error, text }
      : { data: result.structuredContent, text }
  }
  return {
    async call(name, args = {}) {
      const { data, error } = await ask(name, args)
      if (error !== undefined) throw new Error(`${name} was refused: ${JSON.stringify(error)}`)
      return data
    },
    async refusal(name, args = {}) {
      const { error } = await ask(name, args)
      if (error === undefined) throw new Error(`${name} was not refused`)
      return error.code
    },
    async text(name, args = {}) {
      return (await ask(name, args)).text
    },
    get calls() {
      return calls
    },
    get tokens() {
      return tokens
    },
  }
}
