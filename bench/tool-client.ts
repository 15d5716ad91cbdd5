/** An assistant's side of the tool server, without a model: calls by name, and what came back. */
const REVISION = '2025-11-25'

export interface ToolClient {
  /** Structured result. @throws Error for a refusal, with its code */
  // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a model does
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<any>
  /** The code a call is refused with. @throws Error when it is not refused */
  refusal(name: string, args?: Readonly<Record<string, unknown>>): Promise<string>
  readonly calls: number
}

interface Asked {
  // biome-ignore lint/suspicious/noExplicitAny: read field by field, as a model does
  readonly data?: any
  readonly error?: { readonly code: string }
}

export function createToolClient(url: string, token: string): ToolClient {
  let calls = 0
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
    if (answer.status !== 200) return { error: { code: String(answer.status) } }
    const { result } = (await answer.json()) as { result: { isError?: boolean; structuredContent: Asked['data'] } }
    return result.isError ? { error: result.structuredContent.error } : { data: result.structuredContent }
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
    get calls() {
      return calls
    },
  }
}
