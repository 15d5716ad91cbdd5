import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { closeAfterTests } from '../../../testing/close-after-tests.ts'
import { wave } from '../../../testing/sound.ts'
import {
  type ConnectedSource,
  conversationOf,
  createSourcesWorld,
  recordingsOf,
  type SourcesWorld,
  sourceFor,
} from '../../../testing/sources-fixtures.ts'

let world: SourcesWorld
let root: string
let folder: string
let source: ConnectedSource
let seconds = 1
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-watched-'))
  closeAfterTests(() => rm(root, { recursive: true, force: true }))
  world = await createSourcesWorld({ SOURCE_FOLDERS: join(root, '{organization}') })
  await mkdir(join(root, world.acme))
  await mkdir(join(root, world.rival))
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, world.acme, 'calls-'))
  source = await sourceFor(world, folderBody(folder))
})

const folderBody = (path: string, after = 'leave') => ({
  ...{ kind: 'folder', name: 'Recorder', settings: { path, after } },
})
/** Sound of a length of its own, so that no two files are the same. */
const newSound = () => wave({ seconds: 0.5 + seconds++ / 100, rate: 8_000 })
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ana>We sign the contract.\n'

/** Puts a file that was last written some minutes ago. */
async function put(name: string, content: string | Buffer, ageMs = 600_000): Promise<void> {
  const path = join(folder, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, content)
  const at = new Date(world.app.clock.now().getTime() - ageMs)
  await utimes(path, at, at)
}

async function look(of = source): Promise<void> {
  world.ahead(61_000)
  await world.app.drain(world.acme)
  void of
}
const done = async () =>
  (await recordingsOf(world, source)).filter(({ status }: { status: string }) => status === 'done')

describe('does', () => {
  it('makes one call of a recording and a transcript with the same name', async () => {
    await put('2026-11-20 Renewal.wav', newSound())
    await put('2026-11-20 Renewal.vtt', VTT)
    await put('deep/er/Other.vtt', VTT.replace('contract', 'other contract'))
    await look()
    const recordings = await done()
    expect(recordings).toHaveLength(2)
    const both = recordings.find(({ hasRecording }: { hasRecording: boolean }) => hasRecording)
    expect(both).toMatchObject({ hasTranscript: true, fault: null })
    expect(await conversationOf(world, both.conversationUUID)).toMatchObject({
      title: expect.stringMatching(/Renewal/),
    })
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(2)
  })

  it('imports the transcript with names, if there are several of one call', async () => {
    await put('2026-11-21 Names.srt', '1\n00:00:01,000 --> 00:00:03,000\nShall we begin?\n')
    await put('2026-11-21 Names.txt', 'Ann: Shall we begin?\nBen: Please.\nAnn: Good.\n')
    await look()
    const [recording, ...more] = await done()
    expect(more).toEqual([])
    const { speakers } = await conversationOf(world, recording.conversationUUID)
    expect(JSON.stringify(speakers ?? (await conversationOf(world, recording.conversationUUID)))).toContain('Ann')
  })

  it('waits for files that are being written, and ignores those of programs', async () => {
    await put('now.wav', newSound(), 0)
    await put('call.wav.part', newSound())
    await put('.hidden.wav', newSound())
    await put('readme.xlsx', 'nothing')
    await put('empty.wav', '')
    await world.app.drain(world.acme)
    expect(await recordingsOf(world, source)).toEqual([])
    await look()
    await look()
    expect(await done()).toHaveLength(1)
  })

  it('imports no file that is written between two looks, until it is complete', async () => {
    await put('growing.wav', newSound())
    let isWritten = false
    world.atNextWait(async () => {
      await put('growing.wav', newSound())
      isWritten = true
    })
    await look()
    expect([isWritten, await recordingsOf(world, source)]).toEqual([true, []])
    await look()
    expect(await done()).toHaveLength(1)
  })

  it('assigns calls to the user whom the first subfolder names, and says why somebody else owns a call', async () => {
    // The source of the other tests looks at another folder.
    folder = await mkdtemp(join(root, world.acme, 'owners-'))
    source = await sourceFor(world, {
      ...folderBody(folder),
      ...{ settings: { path: folder, ownerFrom: 'subfolder' }, ownerUUID: world.alice.userId },
    })
    await world.app.store.owner.query("update users set first_name = 'Bob', last_name = 'van Ray' where id = $1", [
      world.bob.userId,
    ])
    const text = (name: string) => `Ann: This is the call of ${name}.\nBob: Yes.\n`
    const owners = {
      'carol@acme.example/mail.txt': [world.carol.userId, null],
      'Carol/2026/deep.txt': [world.carol.userId, null],
      'Bob_van-Ray/name.txt': [world.bob.userId, null],
      'nobody/other.txt': [world.alice.userId, 'matches no active user. The default owner owns the call'],
      'top.txt': [world.alice.userId, null],
    }
    for (const path of Object.keys(owners)) await put(path, text(path))
    await look()
    const found: Record<string, unknown> = {}
    for (const { conversationUUID, fault, status } of await recordingsOf(world, source)) {
      const { transcript, userUUID } = await conversationOf(world, conversationUUID)
      const path = Object.keys(owners).find((name) => transcript.includes(`of ${name}.`)) ?? ''
      found[path] = [userUUID, fault === null ? null : /matches.*call/.exec(fault)?.[0], status]
    }
    expect(found).toEqual(Object.fromEntries(Object.entries(owners).map(([path, facts]) => [path, [...facts, 'done']])))
  })

  it('leaves the owner to the source, unless the setting says otherwise', async () => {
    await put('carol@acme.example/mail.txt', 'Ann: Whose call is it?\nBob: Mine.\n')
    await look()
    const [{ conversationUUID, fault }] = await done()
    expect(fault).toBeNull()
    expect((await conversationOf(world, conversationUUID)).userUUID).not.toBe(world.carol.userId)
  })

  it('adds a transcript that comes days later to its recording', async () => {
    await put('late.wav', newSound())
    await look()
    expect(await done()).toMatchObject([{ hasRecording: true, hasTranscript: false }])
    await put('late.vtt', VTT)
    await look()
    expect(await done()).toMatchObject([{ hasRecording: true, hasTranscript: true }])
    const early = await recordingsOf(world, source)
    expect(early).toHaveLength(1)
  })

  it('adds a recording that comes later to its transcript', async () => {
    await put('first.vtt', VTT)
    await look()
    await put('first.wav', newSound())
    await look()
    expect(await recordingsOf(world, source)).toMatchObject([{ hasRecording: true, hasTranscript: true }])
  })

  it('imports a renamed file once, and a file with new content again', async () => {
    await put('one.wav', newSound())
    await look()
    await rename(join(folder, 'one.wav'), join(folder, 'renamed.wav'))
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(1)
    await put('renamed.wav', newSound(), 500_000)
    await look()
    expect(await recordingsOf(world, source)).toHaveLength(2)
  })

  it('moves what it imported, and what it could not read', async () => {
    await call(world.app, world.org, 'PATCH', `/sources/${source.id}`, {
      body: { settings: { path: folder, after: 'move' } },
    })
    await put('sales/good.wav', newSound())
    await put('sales/bad.vtt', 'no transcript at all')
    await look()
    expect(await readdir(join(folder, 'done', 'sales'))).toEqual(['good.wav'])
    expect(await readdir(join(folder, 'failed', 'sales'))).toEqual(['bad.vtt'])
    expect(await readdir(join(folder, 'sales'))).toEqual([])
  })
})

describe('refuses', () => {
  const test = async (path: string) => {
    const { id } = await sourceFor(world, folderBody(path))
    return (await call(world.app, world.org, 'POST', `/sources/${id}/test`)).body.data
  }

  it('folders that the operator does not allow for the organization', async () => {
    await symlink('/etc', join(folder, 'link'))
    const places = [
      '/etc',
      root,
      join(root, world.rival),
      join(folder, 'link'),
      join(folder, 'none'),
      `${folder}/../..`,
    ]
    for (const path of places) expect([path, (await test(path)).ok]).toEqual([path, false])
    expect(await test(folder)).toMatchObject({ ok: true })
  })

  it('links to files elsewhere', async () => {
    const outside = join(root, 'outside.vtt')
    await writeFile(outside, VTT)
    await symlink(outside, join(folder, 'link.vtt'))
    await look()
    expect(await recordingsOf(world, source)).toEqual([])
  })
})
