/**
 * Recovery of an installation to a time with pgBackRest, as docs/operating.md describes it: acknowledged calls before the
 * time are there with their recordings, keys of the installation work, and damage after the time is gone.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileForm } from '../src/testing/file-form.ts'
import { type ArchivedServer, pgbackrestCommand, startArchivedServer } from '../src/testing/pgbackrest.ts'
import { TONE } from '../src/testing/recordings-fixtures.ts'
import { startParley } from '../src/testing/run-parley.ts'

const isSkipped = pgbackrestCommand === undefined
const SECRET = 'a secret of the environment, long enough'
/** Sent by docs/operating.md to the restored database. */
const EXPIRE_CURSORS = 'update change_epochs set last_value = last_value + 1'

let archived: ArchivedServer
let home: string
beforeAll(async () => {
  if (isSkipped) return
  home = await mkdtemp(join(tmpdir(), 'parley-recovery-'))
  archived = await startArchivedServer()
}, 120_000)
afterAll(async () => {
  await archived?.stop()
  if (home !== undefined) await rm(home, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly content: Buffer
  readonly text: string
}

/** A running service on the server, with the key that its first start printed. */
async function serve(known?: string) {
  const env = { DATABASE_URL: archived.server.url, SECRET, EMBEDDING_PROVIDER: 'none' }
  const child = startParley(['serve', '--port', '0', '--json', '--data', join(home, 'data')], { env })
  const [line] = await once(createInterface(child.stdout), 'line')
  const said: { base_url: string; api_key: string } = JSON.parse(line)
  const key = known ?? said.api_key
  const send = async (method: string, path: string, body?: Buffer | object, headers = {}): Promise<Answer> => {
    const isBytes = Buffer.isBuffer(body)
    const response = await fetch(`${said.base_url}${path}`, {
      ...{ method, headers: { authorization: key, ...(isBytes ? headers : { 'content-type': 'application/json' }) } },
      ...(body === undefined ? {} : { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const content = Buffer.from(await response.arrayBuffer())
    return { status: response.status, content, text: content.toString() }
  }
  return {
    key,
    send,
    async importCall(title: string): Promise<string> {
      const transcript = 'Ann: Shall we begin?\nBen: Please. The price is the only open question.'
      const { status, text } = await send('POST', '/conversations/import', { conversationTitle: title, transcript })
      expect(status).toBe(202)
      return JSON.parse(text).uuid
    },
    async listTitles(): Promise<string[]> {
      const { data } = JSON.parse((await send('GET', '/conversations')).text)
      return data.map((one: { attributes: { title: string } }) => one.attributes.title).sort()
    },
    async getCursor(): Promise<string> {
      return JSON.parse((await send('GET', '/changes')).text).meta.cursor
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

it.skipIf(isSkipped)(
  'a recovery to a time keeps what was acknowledged before it (skipped without TEST_POSTGRES_BIN and TEST_PGBACKREST)',
  async () => {
    const first = await serve()
    await first.importCall('Before the backup')
    await archived.backUp()
    // pgBackRest compares whole seconds: the time must be in a later one than the end of the backup.
    await pause(1_100)
    const id = await first.importCall('After the backup')
    const { body, headers } = fileForm('call.wav', TONE)
    expect((await first.send('PUT', `/conversations/${id}/media`, body, headers)).status).toBeLessThan(300)
    const [now] = await archived.server.query<{ time: string }>('select clock_timestamp()::text as time')

    await first.importCall('After the time')
    const cursor = await first.getCursor()
    // The damage: a statement of an operator who meant another database.
    await archived.server.query('truncate conversations cascade')
    expect(await first.listTitles()).toEqual([])
    await archived.archive()
    await first.stop()

    await archived.restoreTo(now?.time ?? '')
    await archived.server.query(EXPIRE_CURSORS)
    const second = await serve(first.key)
    try {
      expect(await second.listTitles()).toEqual(['After the backup', 'Before the backup'])
      const media = await second.send('GET', `/conversations/${id}/media`)
      expect(media.status).toBe(200)
      expect(media.content.equals(TONE)).toBe(true)
      // A cursor of a change that the recovery undid.
      expect((await second.send('GET', `/changes?since=${encodeURIComponent(cursor)}`)).status).toBe(410)
      // New work: imports, and jobs of the restored queue.
      const added = await second.importCall('After the recovery')
      expect(await waitForAnalysis(second, added)).toBe('analyzed')
      expect((await second.send('GET', `/conversations/${id}`)).text).toContain('The price is the only open question.')
    } finally {
      await second.stop()
    }
  },
  240_000,
)

async function waitForAnalysis({ send }: Awaited<ReturnType<typeof serve>>, id: string): Promise<string> {
  for (const until = performance.now() + 60_000; ; await pause(200)) {
    const { text } = await send('GET', `/conversations/${id}`)
    const state = /"processingStatus":"(\w+)"/.exec(text)?.[1] ?? text
    if (state !== 'pending' || performance.now() > until) return state
  }
}
