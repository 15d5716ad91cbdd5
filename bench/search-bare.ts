/**
 * The bare SQL beside which a search is measured: the statements that the service itself sends for a question, sent
 * again by a client that does nothing else. They are taken from a service that writes them down.
 */
import { mkdtempSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { ROOT } from './processes.ts'
import type { Statement } from './record-statements.ts'
import { type Place, startServiceAt } from './service.ts'

/** Who calls is not part of the search. */
const NOT_OF_THE_SEARCH = /\bapi_keys\b|\bpgboss\./

/** The statements of each address, in transactions as the service sent them. */
export type Recorded = readonly (readonly Statement[][])[]

/** @returns for each list of addresses what they send */
export async function recordStatements(
  place: Place,
  key: string,
  lists: readonly (readonly string[])[],
): Promise<Recorded[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-statements-'))
  const file = join(folder, 'statements.jsonl')
  const hook = pathToFileURL(join(ROOT, 'bench/record-statements.ts')).href
  const settings = { ...place.settings, RECORD_STATEMENTS: file, NODE_OPTIONS: `--import=${hook}` }
  // Without background work, whose statements would stand among those of a question.
  const service = await startServiceAt({ ...place, settings }, '--no-worker')
  try {
    const recorded: Recorded[] = []
    for (const paths of lists) {
      const sent: Statement[][][] = []
      for (const path of paths) {
        await ask(service.baseUrl + path, key)
        // Asked twice: what is looked up once and kept belongs to neither side.
        await writeFile(file, '')
        await ask(service.baseUrl + path, key)
        const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
        const transactions = transactionsOf(lines.map((line) => JSON.parse(line) as Statement))
        if (transactions.length === 0) throw new Error(`${path} sent no statement that was written down`)
        sent.push(transactions)
      }
      recorded.push(sent)
    }
    return recorded
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function ask(url: string, key: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: key } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
}

/** In the order in which they began; those of other connections may have run meanwhile. */
function transactionsOf(statements: readonly Statement[]): Statement[][] {
  const open = new Map<number, Statement[]>()
  const all: Statement[][] = []
  for (const statement of statements) {
    const known = open.get(statement.connection)
    const transaction = known ?? []
    if (known === undefined) all.push(transaction)
    open.set(statement.connection, transaction)
    transaction.push(statement)
    if (/^(?:commit|rollback)\b/i.test(statement.text)) open.delete(statement.connection)
  }
  return all.filter((transaction) => !transaction.some(({ text }) => NOT_OF_THE_SEARCH.test(text)))
}

/** @returns milliseconds of each question, all rounds; the first round warms up and is left out */
export async function timeBare(connection: pg.ClientConfig, recorded: Recorded, rounds: number): Promise<number[]> {
  const client = new pg.Client({
    ...connection,
    // As the service's own connections; its settings are in the recorded transactions.
    ...{ application_name: 'parley_bare', pipeline: true },
  } as pg.ClientConfig)
  await client.connect()
  try {
    const times: number[] = []
    for (let round = 0; round <= rounds; round++) {
      for (const transactions of recorded) {
        const begun = performance.now()
        for (const transaction of transactions) await Promise.all(transaction.map((one) => client.query(sendable(one))))
        if (round > 0) times.push(performance.now() - begun)
      }
    }
    return times
  } finally {
    await client.end()
  }
}

function sendable({ text, name, values }: Statement): pg.QueryConfig {
  return {
    text,
    ...(name === undefined ? {} : { name }),
    ...(values === undefined ? {} : { values: values.map(fromPrinted) }),
  }
}

const fromPrinted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'string'
    ? Buffer.from(value.bytes, 'base64')
    : value
