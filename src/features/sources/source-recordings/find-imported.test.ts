/** A file that was uploaded and also arrives in a watched folder is one call, in both orders. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { fileForm } from '../../../testing/file-form.ts'
import { wave } from '../../../testing/sound.ts'
import {
  conversationOf,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'
import type { Caller } from '../../../testing/world.ts'

let world: SourcesWorld
let root: string
let seconds = 1
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-imported-'))
  closeAfterTests(() => rm(root, { recursive: true, force: true }))
  world = await createSourcesWorld({ SOURCE_FOLDERS: join(root, '{organization}') })
  await mkdir(join(root, world.acme))
})

const newSound = () => wave({ seconds: 0.5 + seconds++ / 100, rate: 8_000 })
const newText = () => `Ana: We sign contract ${seconds++}.\nBen: Very well.\n`

async function upload(caller: Caller, name: string, content: string | Buffer, fields: Record<string, string> = {}) {
  const answer = await call(world.app, caller, 'POST', '/conversations/import', fileForm(name, content, fields))
  expect(answer.status).toBe(202)
  return String(answer.body.uuid)
}

/** Connects a folder with files, and looks at it. */
async function connect(
  files: Readonly<Record<string, string | Buffer>>,
  more: Record<string, unknown> = {},
  later: Readonly<Record<string, string | Buffer>> = {},
  between: () => Promise<void> = async () => {},
) {
  const path = await mkdtemp(join(root, world.acme, 'calls-'))
  const at = new Date(world.app.clock.now().getTime() - 600_000)
  const put = async (name: string, content: string | Buffer) => {
    await writeFile(join(path, name), content)
    await utimes(join(path, name), at, at)
  }
  for (const [name, content] of Object.entries(files)) await put(name, content)
  const source = await sourceFor(world, { kind: 'folder', name: 'Recorder', settings: { path }, ...more })
  world.ahead(61_000)
  await world.app.drain(world.acme)
  await between()
  for (const [name, content] of Object.entries(later)) await put(name, content)
  world.ahead(61_000)
  await world.app.drain(world.acme)
  const recordings = await recordingsOf(world, source)
  // It would look at its folder in the tests after this one.
  await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  return recordings
}

const count = async () => (await call(world.app, world.org, 'GET', '/conversations/list')).body.meta.totalRecords

describe('a file that was uploaded', () => {
  it.each([
    ['a transcript', 'call.txt', newText()],
    ['a recording', 'call.wav', newSound()],
  ])('is linked if it arrives in a folder: %s', async (_, name, content) => {
    const id = await upload(world.bob, name, content)
    const before = await count()
    expect(await connect({ [name]: content })).toMatchObject([
      { status: 'done', conversationUUID: id, fault: expect.stringContaining('imported before') },
    ])
    expect(await count()).toBe(before)
  })

  it('gets the part of the call that it lacks', async () => {
    const [sound, text] = [newSound(), newText()]
    const id = await upload(world.bob, 'call.txt', text)
    expect(await connect({ 'call.txt': text, 'call.wav': sound })).toMatchObject([
      { conversationUUID: id, hasTranscript: true, hasRecording: true },
    ])
    expect((await conversationOf(world, id)).mediaDuration).toBeGreaterThan(0.5)
  })

  it('of another user is linked and unchanged, and a later part is left out with the reason', async () => {
    const [sound, text] = [newSound(), newText()]
    const id = await upload(world.bob, 'call.txt', text)
    const owner = { ownerUUID: world.mark.userId }
    expect(await connect({ 'call.txt': text }, owner)).toMatchObject([
      { conversationUUID: id, hasTranscript: true, fault: expect.stringContaining('by another user') },
    ])
    expect(await connect({ 'call.txt': text }, owner, { 'call.wav': sound })).toMatchObject([
      {
        ...{ status: 'done', conversationUUID: id, hasTranscript: true, hasRecording: false },
        fault: expect.stringMatching(/^The recording was left out, .* Only the owner and admins can add it/),
      },
    ])
    expect((await conversationOf(world, id)).mediaDuration).toBeNull()
  })

  it('of another user gets a later part if the owner of the source is an admin', async () => {
    const [sound, text] = [newSound(), newText()]
    const id = await upload(world.bob, 'call.txt', text)
    const owner = { ownerUUID: world.alice.userId }
    expect(await connect({ 'call.txt': text }, owner, { 'call.wav': sound })).toMatchObject([
      { conversationUUID: id, hasTranscript: true, hasRecording: true },
    ])
    expect((await conversationOf(world, id)).mediaDuration).toBeGreaterThan(0.5)
  })

  it('and became private since the link gets no later part of another user', async () => {
    const [sound, text] = [newSound(), newText()]
    const id = await upload(world.bob, 'call.txt', text)
    const hide = async () => {
      const body = { private: true }
      const { status } = await call(world.app, world.bob, 'PUT', `/conversations/${id}/privacy`, { body })
      expect(status).toBeLessThan(300)
    }
    const owner = { ownerUUID: world.alice.userId }
    const recordings = await connect({ 'call.txt': text }, owner, { 'call.wav': sound }, hide)
    expect(recordings).toMatchObject([{ conversationUUID: id, hasRecording: false }])
    expect((await conversationOf(world, id)).mediaDuration).toBeNull()
  })

  it('of another user is imported if that call lacks the recording', async () => {
    const text = newText()
    const id = await upload(world.bob, 'call.txt', text)
    const files = { 'call.txt': text, 'call.wav': newSound() }
    const [recording] = await connect(files, { ownerUUID: world.mark.userId })
    expect(recording).toMatchObject({ status: 'done', hasTranscript: true, hasRecording: true, fault: null })
    expect(recording.conversationUUID).not.toBe(id)
    expect((await conversationOf(world, id)).mediaDuration).toBeNull()
    expect((await conversationOf(world, recording.conversationUUID)).mediaDuration).toBeGreaterThan(0.5)
  })

  it.each(['', 'private'])('that the owner of the source cannot see is imported: %s', async (isPrivate) => {
    const text = newText()
    const id = await upload(world.bob, 'call.txt', text, isPrivate === '' ? {} : { private: 'true' })
    const before = await count()
    const owner = isPrivate === '' ? world.carol : world.mark
    const recordings = await connect({ 'call.txt': text }, { ownerUUID: owner.userId })
    expect(recordings).toMatchObject([{ status: 'done', fault: null }])
    expect([recordings[0].conversationUUID === id, await count()]).toEqual([false, before + 1])
  })
})

it('a file that a person uploads while it arrives in a folder becomes one call', async () => {
  const files = { 'a.txt': newText(), 'b.wav': newSound(), 'c.txt': newText() }
  const path = await mkdtemp(join(root, world.acme, 'calls-'))
  const at = new Date(world.app.clock.now().getTime() - 600_000)
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(path, name), content)
    await utimes(join(path, name), at, at)
  }
  const before = await count()
  const owner = { ownerUUID: world.bob.userId }
  const source = await sourceFor(world, { kind: 'folder', name: 'Recorder', settings: { path }, ...owner })
  world.ahead(61_000)
  const uploadAll = Promise.all(
    Object.entries(files).map(([name, content]) => upload(world.bob, name, content, { reuseSameFile: 'true' })),
  )
  const [ids] = await Promise.all([uploadAll, world.app.drain(world.acme)])
  const recordings = await recordingsOf(world, source)
  await call(world.app, world.org, 'DELETE', `/sources/${source.id}`)
  expect(await count()).toBe(before + 3)
  const delivered = recordings.map(({ conversationUUID }: { conversationUUID: string }) => conversationUUID)
  expect(delivered.toSorted()).toEqual(ids.toSorted())
})

it('a private file of a user is imported for others, also by a source without an owner', async () => {
  const text = newText()
  const id = await upload(world.bob, 'call.txt', text, { private: 'true' })
  const before = await count()
  const recordings = await connect({ 'call.txt': text })
  expect([recordings[0].conversationUUID === id, await count()]).toEqual([false, before + 1])
  expect(await connect({ 'call.txt': text }, { ownerUUID: world.bob.userId })).toMatchObject([{ conversationUUID: id }])
})

describe('a folder', () => {
  it('imports calls with the same transcript and other recordings', async () => {
    const text = newText()
    const before = await count()
    await connect({ 'a.txt': text, 'a.wav': newSound(), 'b.txt': text, 'b.wav': newSound() })
    expect(await count()).toBe(before + 2)
  })

  it('doesn’t link its own calls as known when it looks again', async () => {
    const text = newText()
    expect(await connect({ 'call.txt': text })).toMatchObject([{ fault: null }])
    expect(await connect({ 'call.txt': text })).toMatchObject([{ fault: null }])
  })

  it('links a call of the other organization never', async () => {
    const text = newText()
    const answer = await call(
      world.app,
      world.rivalOrg,
      'POST',
      '/conversations/import',
      fileForm('call.txt', text, {}),
    )
    const before = await count()
    const recordings = await connect({ 'call.txt': text })
    expect([recordings[0].conversationUUID === answer.body.uuid, await count()]).toEqual([false, before + 1])
  })
})
