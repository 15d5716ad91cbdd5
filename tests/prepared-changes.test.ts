/**
 * Changes that are computed before their transaction (`core/prepared-transaction.ts`). A redaction in between counts: the
 * change is computed again, and nothing that was redacted is stored again.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Runnable } from '../src/core/operation.ts'
import { runOperation } from '../src/core/run-operation.ts'
import type { WorkerPool } from '../src/core/worker-pool.ts'
import { createComment } from '../src/features/collaboration/comments/index.ts'
import { updateConversationParticipants } from '../src/features/conversations/records/index.ts'
import { updateTranscript } from '../src/features/conversations/transcript-lines/index.ts'
import { restoreTranscriptVersion } from '../src/features/conversations/transcript-versions/index.ts'
import { call } from '../src/testing/call.ts'
import { importFor } from '../src/testing/import-fixtures.ts'
import { createWorld, type World } from '../src/testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const SECRET = 'ann@secret.example'
const CHANGES: Record<string, [Runnable, (id: string) => object]> = {
  'a correction': [updateTranscript, (id) => ({ id, speakers: [{ from: 'Ann', to: 'Anna' }] })],
  participants: [
    updateConversationParticipants,
    (id) => ({ id, participants: [{ name: 'Ann', email: 'ann@customer.example' }] }),
  ],
  'a comment': [createComment, (id) => ({ id, text: 'Here.', words: { firstSegment: 1 } })],
}
const RESTORE = 'a restored version'
const ALL: typeof CHANGES = {
  ...CHANGES,
  [RESTORE]: [restoreTranscriptVersion, (id) => ({ id, version: '1', transcriptVersion: 2 })],
}

/** What each of them stores. */
const RESULTS: Record<string, string> = {
  'a correction': 'Anna',
  participants: 'ann@customer.example',
  'a comment': 'Here.',
}

/** Runs a change as Bob. Calls a function before each of the first tasks. */
async function changeWith(name: string, id: string, before: (task: number) => Promise<unknown>): Promise<unknown> {
  const [operation, toInput] = ALL[name] ?? []
  if (operation === undefined || toInput === undefined) throw new Error(`There is no change ${name}.`)
  const ctx = world.app.contextFor({
    ...{ organizationId: world.acme, role: 'ADMIN', scopes: ['read', 'write'], via: 'api_key' },
    user: { id: world.bob.userId ?? '', email: world.bob.email ?? '', teamIds: [] },
  })
  let tasks = 0
  const requestWorkers: WorkerPool = {
    async run(task, given, signal) {
      await before(++tasks)
      return ctx.requestWorkers.run(task, given, signal)
    },
  }
  return runOperation(operation, toInput(id), { ...ctx, requestWorkers })
}

const talk = () =>
  importFor(world, {
    transcript: {
      segments: [
        { speaker: 'Bob', text: 'Where do I send it?', start: 0, end: 2 },
        { speaker: 'Ann', text: `To ${SECRET}, please.`, start: 2, end: 4 },
      ],
    },
  })

const rows = async (text: string, id: string) => world.app.store.owner.query<{ row: string }>(text, [id])
async function stored(id: string): Promise<string> {
  const found = [
    ...(await rows('select to_jsonb(t)::text as row from transcripts t where conversation_id = $1', id)),
    ...(await rows('select to_jsonb(c)::text as row from comments c where conversation_id = $1', id)),
    ...(await rows('select to_jsonb(p)::text as row from passages p where text_id = $1', id)),
  ]
  return found.map(({ row }) => row).join('\n')
}
const entries = () => rows('select operation as row from audit_log where organization_id = $1', world.acme)

describe.each(Object.keys(CHANGES))('%s', (name) => {
  it('is stored once', async () => {
    const id = await talk()
    const before = (await entries()).length
    await changeWith(name, id, async () => {})
    expect(await stored(id)).toContain(RESULTS[name])
    expect((await entries()).length).toBe(before + 1)
  })

  it('is computed again if the call is redacted in between', async () => {
    const id = await talk()
    await changeWith(name, id, async (task) => {
      if (task > 1) return
      const { status } = await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)
      expect(status).toBe(200)
    })
    expect(await stored(id)).not.toContain(SECRET)
    expect(await stored(id)).toContain(RESULTS[name])
  })

  it('is stored if the transcript changes at each attempt', async () => {
    const id = await talk()
    let tasks = 0
    await changeWith(name, id, async (task) => {
      tasks = task
      if (task <= 2) await rows('update transcripts set segments = segments where conversation_id = $1', id)
    })
    expect(tasks).toBeGreaterThan(2)
    expect(await stored(id)).toContain(RESULTS[name])
  })
})

it('a restored version is refused if it is redacted in between', async () => {
  const id = await talk()
  const body = { speakers: [{ from: 'Ann', to: 'Bob' }] }
  await call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, { body })
  const refused = changeWith(RESTORE, id, async (task) => {
    if (task > 1) return
    // The clock counts milliseconds.
    await pause(5)
    expect((await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)).status).toBe(200)
  })
  await expect(refused).rejects.toMatchObject({ code: 'version_redacted' })
  expect(await stored(id)).not.toContain(SECRET)
})
