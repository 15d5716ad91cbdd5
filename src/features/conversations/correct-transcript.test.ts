import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../testing/call.ts'
import { type Caller, createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const importOne = async (body: Record<string, unknown> = { transcript: 'Ann: Helo.' }): Promise<string> =>
  (await call(world.app, world.org, 'POST', '/conversations/import', { body: { userID: world.bob.userId, ...body } }))
    .body.uuid
const put = (id: string, transcript: unknown, caller: Caller = world.org) =>
  call(world.app, caller, 'PUT', `/conversations/${id}/transcript`, { body: { transcript } })
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes
const versions = (id: string) =>
  world.app.store.owner.query<{ version: number; plain: string; created_by: string | null }>(
    'select version, plain, created_by from transcripts where organization_id = $1 and conversation_id = $2 order by version',
    [world.acme, id],
  )

describe('correctTranscript does', () => {
  it('make a new version the current one, keep the old, and begin analysis anew', async () => {
    const id = await importOne()
    await world.app.store.owner.query(`update conversations set processing_status = 'analyzed' where id = $1`, [id])
    expect((await put(id, 'Ann: Hello.', world.bob)).body).toEqual({ success: true, transcriptVersion: 2 })
    expect(await read(id)).toMatchObject({
      transcript: 'Ann: Hello.',
      transcriptVersion: 2,
      processingStatus: 'pending',
    })
    expect(await versions(id)).toEqual([
      { version: 1, plain: 'Ann: Helo.', created_by: null },
      { version: 2, plain: 'Ann: Hello.', created_by: world.bob.userId },
    ])
  })

  it('give each of many at once a version of its own', async () => {
    const id = await importOne()
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => put(id, `Ann: Take ${n}.`)))
    expect(answers.map((answer) => answer.body.transcriptVersion).sort()).toEqual([2, 3, 4, 5, 6, 7])
    expect(await versions(id)).toHaveLength(7)
  })

  it('bring the words to a recording that had none', async () => {
    const id = await importOne({ mediaURL: 'https://media.example/1.mp3' })
    await put(id, 'Ann: Hello.')
    expect(await read(id)).toMatchObject({ isEmpty: false, transcriptStatus: 'completed', transcriptVersion: 1 })
  })
})

describe('correctTranscript refuses', () => {
  it.each([
    ['nothing', undefined, '/transcript'],
    ['what is no transcript', { final: [{ speaker: 'Ann' }] }, '/transcript/final/0'],
  ])('%s, and keeps the version there is', async (_, transcript, pointer) => {
    const id = await importOne()
    const answer = await put(id, transcript)
    expect([answer.status, answer.body.source.pointer.startsWith(pointer)]).toEqual([400, true])
    expect((await read(id)).transcriptVersion).toBe(1)
  })
})

describe('correctTranscript: who may', () => {
  it('everybody who sees the conversation', async () => {
    const id = await importOne()
    expect((await put(id, 'Ann: By mark.', world.mark)).status).toBe(200)
    expect((await put(id, 'Ann: By carol.', world.carol)).status).toBe(404)
    expect((await put(id, 'Ann: By mallory.', world.mallory)).status).toBe(404)
    expect((await read(id)).transcript).toBe('Ann: By mark.')
  })
})
