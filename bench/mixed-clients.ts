/** The small requests of `bench:mixed`: what people and programs send all day. */
import { sessionBy } from './pages-session.ts'
import { questions, talk } from './search-text.ts'
import { importLines, type Service } from './service.ts'
import { createToolClient } from './tool-client.ts'

/** Conversations that are there before anything is measured. */
const CONVERSATIONS = 40

export interface Clients {
  readonly baseUrl: string
  readonly url: string
  readonly mcpUrl: string
  readonly key: string
  readonly cookie: string
  readonly ids: readonly string[]
}

export interface Kind {
  readonly name: string
  /** Between two requests of this kind. */
  readonly pauseMs: number
  /** @returns what went wrong, in a word; undefined if nothing */
  ask(): Promise<string | undefined>
}

/** A request that has ended. */
export interface Done<Phase extends string> {
  readonly kind: string
  readonly phase: Phase
  readonly ms: number
  readonly fault: string | undefined
}

/** Fills the service with a few conversations and signs somebody in. */
export async function prepare({ said, baseUrl }: Service): Promise<Clients> {
  const { url = '', api_key: key = '', sign_in_link: link = '', mcp_url: mcpUrl = '' } = said
  await importLines(
    baseUrl,
    key,
    Array.from({ length: CONVERSATIONS }, (_, number) => lineOf(`first-${number}`, number)),
  )
  const cookie = await sessionBy(url, new URL(link).pathname)
  const list = await fetch(`${baseUrl}/conversations/list`, { headers: { authorization: key } })
  const { data } = (await list.json()) as { data: { id: string }[] }
  return { baseUrl, url, mcpUrl, key, cookie, ids: data.map(({ id }) => id) }
}

export function kindsOver({ baseUrl, url, mcpUrl, key, cookie, ids }: Clients): Kind[] {
  const asked = questions(50)
  const headers = { authorization: key }
  const json = { ...headers, 'content-type': 'application/json' }
  const turn = <T>(all: readonly T[]): (() => T) => {
    let next = 0
    return () => all[next++ % all.length] as T
  }
  const [question, id, toolQuestion, askQuestion] = [turn(asked), turn(ids), turn(asked), turn(asked)]
  const tools = createToolClient(mcpUrl, key)
  let imported = 0
  const kind = (name: string, pauseMs: number, ask: () => Promise<Response>): Kind => ({
    name,
    pauseMs,
    ask: () => faultOf(ask),
  })
  return [
    kind('list', 50, () => fetch(`${baseUrl}/conversations/list`, { headers })),
    kind('get', 50, () => fetch(`${baseUrl}/conversations/${id()}`, { headers })),
    kind('search', 100, () => fetch(`${baseUrl}/search?q=${encodeURIComponent(question())}`, { headers })),
    kind('ask', 500, () =>
      fetch(`${baseUrl}/ask_assistant/v2`, {
        ...{ method: 'POST', headers: json, body: JSON.stringify({ prompt: askQuestion() }) },
      }),
    ),
    kind('page', 200, () => fetch(`${url}/conversations`, { headers: { cookie }, redirect: 'manual' })),
    {
      name: 'tool',
      pauseMs: 100,
      ask: () =>
        tools.call('search_calls', { query: toolQuestion() }).then(
          () => undefined,
          (error: Error) => error.message.slice(0, 80),
        ),
    },
    kind('import', 1_000, () =>
      fetch(`${baseUrl}/conversations/import`, {
        method: 'POST',
        headers: json,
        body: lineOf(`small-${imported++}`, imported),
      }),
    ),
  ]
}

async function faultOf(ask: () => Promise<Response>): Promise<string | undefined> {
  try {
    const answer = await ask()
    await answer.arrayBuffer()
    return answer.status < 300 ? undefined : String(answer.status)
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? message
  }
}

const lineOf = (externalId: string, number: number) =>
  JSON.stringify({ transcript: talk(number), applicationName: 'bench', applicationExternalID: externalId })
