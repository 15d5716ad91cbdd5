import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { importFor } from '../../../testing/import-fixtures.ts'
import { guardsConversations, refusedField, resourceError, storedOf } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const restore = (caller: Caller | undefined, id: string, version: number, transcriptVersion: unknown) =>
  call(world.app, caller, 'POST', `/conversations/${id}/transcript-versions/${version}/restore`, {
    body: { transcriptVersion },
  })
const SECRET = 'ann@secret.example'
const talk = () =>
  importFor(world, {
    transcript: {
      segments: [
        { speaker: 'Speaker 1', text: 'We ship the scanners.', start: 0, end: 2 },
        { speaker: 'Ann', text: `Write to ${SECRET}.`, start: 2, end: 3 },
        { speaker: 'Speaker 1', text: 'Marvellous zeppelins.', start: 3, end: 4 },
      ],
    },
  })
const patch = (id: string, body: unknown) =>
  call(world.app, world.bob, 'PATCH', `/conversations/${id}/transcript`, { body })
/** Joins two speakers by a wrong rename, which no other rename can undo. */
const renameWrongly = (id: string) => patch(id, { speakers: [{ from: 'Speaker 1', to: 'Ann' }] })
const linesOf = async (id: string, version?: number) => {
  const path = version === undefined ? 'transcript' : `transcript-versions/${version}`
  const { body } = await call(world.app, world.org, 'GET', `/conversations/${id}/${path}`)
  return body.data
}
const versionsOf = async (id: string) =>
  (await call(world.app, world.bob, 'GET', `/conversations/${id}/transcript-versions`)).body.data
const rows = (text: string, ...values: unknown[]) => world.app.store.owner.query<Record<string, unknown>>(text, values)
const entries = (id: string) =>
  rows('select operation from audit_log where organization_id = $1 and entity_id = $2 order by at, id', world.acme, id)
const redact = async (id: string) => {
  // The clock counts milliseconds.
  await pause(5)
  expect((await call(world.app, world.org, 'POST', `/conversations/${id}/redact`)).status).toBe(200)
  await pause(5)
}

describe('does', () => {
  it('undoes a wrong rename: the lines become a new version, and all versions are kept', async () => {
    const id = await talk()
    const before = await linesOf(id)
    await renameWrongly(id)
    const { status, body } = await restore(world.mark, id, 1, 2)
    expect([status, body]).toEqual([200, { success: true, transcriptVersion: 3, changed: 2 }])
    expect(await linesOf(id)).toEqual(before)
    expect((await linesOf(id, 2)).map(({ speaker }: { speaker: { name: string } }) => speaker.name)).toEqual(
      Array(3).fill('Ann'),
    )
    expect(await versionsOf(id)).toMatchObject([
      { version: 3, restoredVersion: 1, createdBy: world.mark.userId, restriction: null },
      { version: 2, restoredVersion: null, createdBy: world.bob.userId },
      { version: 1, restoredVersion: null, createdBy: null },
    ])
  })

  it('leaves one audit entry, sends the event, and has the conversation analyzed and found again', async () => {
    const id = await talk()
    await patch(id, { transcriptVersion: 1, segments: [{ segment: 2, text: 'Ordinary balloons.' }] })
    await world.app.drain(world.acme)
    const before = (await entries(id)).length
    await restore(world.bob, id, 1, 2)
    const after = await entries(id)
    expect(after.slice(before)).toEqual([{ operation: 'restoreTranscriptVersion' }])
    const found = await call(world.app, world.bob, 'GET', '/search', {
      query: { q: 'zeppelins', mode: 'lexical', 'filter[conversation.id]': id },
    })
    expect(found.body.data[0]?.quote).toBe('Marvellous zeppelins.')
    const { body } = await call(world.app, world.bob, 'GET', `/conversations/${id}`)
    expect(body.attributes.processingStatus).toBe('pending')
    await world.app.drain(world.acme)
    expect((await call(world.app, world.bob, 'GET', `/conversations/${id}`)).body.attributes.processingStatus).toBe(
      'analyzed',
    )
  })

  it('is undone by another restore', async () => {
    const id = await talk()
    await renameWrongly(id)
    await restore(world.bob, id, 1, 2)
    expect((await restore(world.bob, id, 2, 3)).body).toMatchObject({ transcriptVersion: 4, changed: 2 })
    expect(await linesOf(id)).toEqual(await linesOf(id, 2))
  })

  it('stores no version if nothing changes', async () => {
    const id = await talk()
    await renameWrongly(id)
    const before = await storedOf(world, id)
    expect((await restore(world.bob, id, 2, 2)).body).toEqual({ success: true, transcriptVersion: 2, changed: 0 })
    expect(await storedOf(world, id)).toEqual(before)
  })

  it('recognizes the present participants among the speakers', async () => {
    const id = await talk()
    await renameWrongly(id)
    await call(world.app, world.bob, 'PUT', `/conversations/${id}/participants`, {
      body: { participants: [{ name: 'Ann', email: 'ann@customer.example', internal: true }] },
    })
    expect((await restore(world.bob, id, 1, 3)).status).toBe(200)
    expect((await linesOf(id))[1].speaker).toEqual({ name: 'Ann', email: 'ann@customer.example', internal: true })
  })

  it('masks what the organization masks by now', async () => {
    const masking = await createWorld(world.app)
    const id = await importFor(masking, { transcript: `Ann: Write to ${SECRET}.\nBob: Yes.` })
    await call(masking.app, masking.bob, 'PATCH', `/conversations/${id}/transcript`, {
      body: { speakers: [{ from: 'Bob', to: 'Ben' }] },
    })
    await call(masking.app, masking.org, 'PUT', '/organizations/redaction', { body: { mode: 'storage' } })
    const path = `/conversations/${id}/transcript-versions/1/restore`
    const { status } = await call(masking.app, masking.bob, 'POST', path, { body: { transcriptVersion: 2 } })
    expect(status).toBe(200)
    const { text } = await call(masking.app, masking.org, 'GET', `/conversations/${id}/transcript`)
    expect(text).not.toContain(SECRET)
  })

  it('restores the version that was current when it was redacted, with its masks', async () => {
    const id = await talk()
    await redact(id)
    await renameWrongly(id)
    expect((await restore(world.bob, id, 1, 2)).status).toBe(200)
    expect(JSON.stringify(await linesOf(id))).not.toContain(SECRET)
  })

  it('works during a legal hold, because no version is lost', async () => {
    const id = await talk()
    await renameWrongly(id)
    await call(world.app, world.alice, 'PUT', `/conversations/${id}/legal-hold`, { body: { on: true, reason: 'Case' } })
    expect((await restore(world.bob, id, 1, 2)).status).toBe(200)
  })
})

describe('refuses', () => {
  it('if the transcript changed since: one of eight at once is done', async () => {
    const id = await talk()
    await renameWrongly(id)
    const answers = await Promise.all(Array.from({ length: 8 }, () => restore(world.bob, id, 1, 2)))
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.transcriptVersion)).toEqual([3])
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body]).toEqual([409, resourceError(409, 'transcript_changed', '/transcriptVersion')])
    }
    expect((await versionsOf(id)).length).toBe(3)
  })

  it('a version that was redacted after a later one replaced it', async () => {
    const id = await talk()
    await renameWrongly(id)
    await redact(id)
    const before = await storedOf(world, id)
    const { status, body } = await restore(world.bob, id, 1, 2)
    expect([status, body]).toEqual([409, resourceError(409, 'version_redacted', '/path/version')])
    expect(await storedOf(world, id)).toEqual(before)
    expect((await versionsOf(id)).map(({ restriction }: { restriction: string }) => restriction)).toEqual([
      null,
      'redacted',
    ])
  })

  it('a version in which only the name of an erased speaker was replaced', async () => {
    const id = await importFor(world, {
      transcript: { segments: [{ speaker: 'Dora Erased', text: 'Hello.', start: 0, end: 1 }] },
      participants: [{ name: 'Dora Erased', email: 'dora@erased.example' }],
    })
    await patch(id, { transcriptVersion: 1, segments: [{ segment: 0, text: 'Hello there.' }] })
    await pause(5)
    const erasure = { email: 'dora@erased.example', name: 'Dora Erased' }
    expect((await call(world.app, world.org, 'POST', '/privacy/erasures', { body: erasure })).status).toBeLessThan(300)
    await world.app.drain(world.acme)
    expect(JSON.stringify(await linesOf(id, 1))).not.toContain('Dora')
    expect((await restore(world.org, id, 1, 2)).body.code).toBe('version_redacted')
  })

  it('a version from before a split or a merge, whose undo restores the lines', async () => {
    const id = await talk()
    const { body } = await call(world.app, world.bob, 'POST', `/conversations/${id}/split`, { body: { atSeconds: 3 } })
    expect((await restore(world.bob, id, 1, 2)).body).toEqual(resourceError(409, 'version_rearranged', '/path/version'))
    await call(world.app, world.bob, 'POST', `/conversations/${id}/rearrangements/${body.uuid}/undo`)
    expect((await restore(world.bob, id, 2, 3)).body.code).toBe('version_rearranged')
    expect((await restore(world.bob, id, 1, 3)).body).toMatchObject({ changed: 0 })
  })

  it('a version that there is none of, and a request without the current version', async () => {
    const id = await talk()
    expect((await restore(world.bob, id, 4, 1)).body).toEqual(
      resourceError(404, 'transcript_version_not_found', '/path/version'),
    )
    const { status, body } = await restore(world.bob, id, 1, undefined)
    expect([status, body]).toEqual([400, refusedField('/transcriptVersion')])
  })
})

describe('who may', () => {
  guardsConversations(
    () => world,
    (caller, id) => restore(caller, id, 1, 1),
  )

  it('is everyone who sees the conversation', async () => {
    for (const caller of [world.org, world.alice, world.mark, world.bob]) {
      const id = await talk()
      await renameWrongly(id)
      expect((await restore(caller, id, 1, 2)).status).toBe(200)
    }
  })
})
