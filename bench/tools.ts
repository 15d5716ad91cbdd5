/**
 * `npm run bench:tools`: how quickly tools answer, and where that could stand.
 *
 *   --database embedded   or postgres, at BENCH_DATABASE_URL or TEST_DATABASE_URL
 *   --conversations 200   imported before, of the samples of the import benchmark
 *   --seconds 3           length of a round
 *   --rounds 5            rounds a tool and side, in turns; their median counts
 *
 * Each tool is measured next to a bare server of the same SDK in the same run, which returns the same bytes and asks nobody
 * for a key. With a PostgreSQL server, the bare server makes the two reads of `get_me` for each call. Exit 0 whatever the figures are: a missed target is told in the last table; 1 when the run itself broke, 2 for wrong
 * usage.
 */
import { parseArgs } from 'node:util'
import { readConversations } from './conversations.ts'
import { backendsOf, createDatabase, describeMachine, dropDatabase, serverFromEnvironment } from './database.ts'
import { type Order, type Round, startLoad } from './load.ts'
import { endOnSignals, startProgram } from './processes.ts'
import { numberWithin, optionsOf, run, wholeFrom } from './program.ts'
import { medianOf, printGoals, printTable, short, tell } from './report.ts'
import { importLines, type Service, startService, untilQuiet } from './service.ts'
import { BARE_APPLICATION, readsOfGetMe } from './tools-reads.ts'

const REVISION = '2026-07-28'
const CONNECTIONS = 8
const CROWD = 100
const DATABASE = 'parley_bench_tools'

endOnSignals()
const options = optionsOf('bench', readOptions)
const load = startLoad()
await run('bench', main)
load.stop()

interface Tool {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

interface Measured {
  readonly tool: string
  readonly bytes: number
  readonly ours: readonly Round[]
  readonly bare: readonly Round[]
  readonly crowd: Round
}

async function main(): Promise<void> {
  const server = options.postgres ? serverFromEnvironment() : undefined
  console.log(await describeMachine(server))
  const databaseUrl = server === undefined ? undefined : await createDatabase(server, DATABASE)
  const service = await startService(
    databaseUrl,
    // What is measured is not what holds it back.
    { LIMIT_SECOND: '100000', LIMIT_HOUR: '100000000', LIMIT_DAY: '100000000', EMBEDDING_PROVIDER: 'none' },
  )
  try {
    const measured: Measured[] = []
    for (const tool of await toolsOver(service)) measured.push(await measure(service, tool, databaseUrl))
    report(measured)
  } finally {
    await service.stop()
    if (server !== undefined) await dropDatabase(server, DATABASE)
  }
}

/** After an import, so that there is something to find and to read. */
async function toolsOver(service: Service): Promise<Tool[]> {
  const key = service.said.api_key ?? ''
  const lines = (await readConversations()).slice(0, options.conversations)
  tell(`${lines.length} conversations: importing`)
  await importLines(service.baseUrl, key, lines)
  tell('until they are analyzed')
  if (!(await untilQuiet(service.baseUrl, key)))
    throw new Error('the conversations are not analyzed after half an hour')
  const answer = await fetch(`${service.baseUrl}/conversations/list?size=1`, { headers: { authorization: key } })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return [
    { name: 'get_me', args: {} },
    { name: 'search_calls', args: {} },
    { name: 'get_call_details', args: { call_id: data[0]?.id } },
  ]
}

async function measure(service: Service, { name, args }: Tool, databaseUrl: string | undefined): Promise<Measured> {
  const key = service.said.api_key ?? ''
  const ours = callOf(service.baseUrl.replace(/\/v2$/, '/mcp'), name, args, { authorization: `Bearer ${key}` })
  const result = await resultOf(ours)
  const bare = await startProgram('bench/tools-bare.ts', [], {
    BARE_RESULT: JSON.stringify(result),
    ...(databaseUrl === undefined ? {} : { BARE_READS: JSON.stringify(readsOfGetMe(databaseUrl, key)) }),
  })
  const alone = (pid: number, application: string) => ({
    server: pid,
    database: async () => (databaseUrl === undefined ? [] : backendsOf(databaseUrl, application)),
  })
  try {
    const theirs = callOf(bare.said.url ?? '', 'bare', args, {})
    const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] }
    for (let round = 0; round <= options.rounds; round++) {
      tell(`${name}: round ${round} of ${options.rounds}`)
      const one = {
        bare: await load.run(theirs, alone(bare.pid, BARE_APPLICATION)),
        ours: await load.run(ours, alone(service.pid, 'parley')),
      }
      // The first is for warming up.
      if (round === 0) continue
      rounds.ours.push(one.ours)
      rounds.bare.push(one.bare)
    }
    const crowd = await load.run({ ...ours, connections: CROWD })
    return { tool: name, bytes: JSON.stringify(result).length, ...rounds, crowd }
  } finally {
    await bare.stop()
  }
}

/** One call as a client of the newest revision sends it. */
function callOf(url: string, name: string, args: Tool['args'], headers: Record<string, string>): Order {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  }
  return {
    url,
    method: 'POST',
    headers: {
      ...headers,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta },
    }),
    connections: CONNECTIONS,
    seconds: options.seconds,
    requestsMax: 1_000_000,
  }
}

/** @throws Error when the call does not do what is to be measured */
async function resultOf({ url, headers, body }: Order): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', headers: headers ?? {}, body: body ?? '' })
  const { result } = (await answer.json()) as { result?: Record<string, unknown> }
  if (result === undefined || result.isError === true) throw new Error(`a tool refused: ${JSON.stringify(result)}`)
  return { content: result.content, structuredContent: result.structuredContent }
}

function report(measured: readonly Measured[]): void {
  const ratio = ({ ours, bare }: Measured) => medianOf(ours, 'requestsPerSecond') / medianOf(bare, 'requestsPerSecond')
  printTable(
    `Tool calls, ${CONNECTIONS} at once`,
    [
      'tool',
      'bytes',
      'calls/s',
      'p50 ms',
      'p99 ms',
      'cpu ms',
      '+ PostgreSQL',
      'bare calls/s',
      'bare cpu ms',
      '+ PostgreSQL',
      'of the bare',
      `p99 of ${CROWD}`,
    ],
    measured.map((one) => [
      one.tool,
      String(one.bytes),
      ...(['requestsPerSecond', 'p50', 'p99', 'cpuServer', 'cpuDatabase'] as const).map((key) =>
        short(medianOf(one.ours, key)),
      ),
      ...(['requestsPerSecond', 'cpuServer', 'cpuDatabase'] as const).map((key) => short(medianOf(one.bare, key))),
      short(ratio(one)),
      short(one.crowd.p99),
    ]),
  )
  const me = measured.find(({ tool }) => tool === 'get_me')
  printGoals([
    {
      what: 'get_me, of the bare server',
      measured: me === undefined ? Number.NaN : ratio(me),
      limit: 0.7,
      sense: 'at least',
    },
    // The load ends with an error at the first answer that is no 200.
    { what: `clients at once without an error`, measured: CROWD, limit: CROWD, sense: 'at least' },
  ])
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'embedded' },
      conversations: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '5' },
    },
  })
  if (!['embedded', 'postgres'].includes(values.database)) throw new Error('--database is embedded or postgres')
  return {
    postgres: values.database === 'postgres',
    conversations: wholeFrom(values.conversations, 1),
    seconds: numberWithin(values.seconds, 0.1, 60),
    rounds: wholeFrom(values.rounds, 1),
  }
}
