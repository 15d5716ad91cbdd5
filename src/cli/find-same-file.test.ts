import { beforeAll, describe, expect, it } from 'vitest'
import { importDocument } from '../features/conversations/records/index.ts'
import { readTranscript } from '../features/text/transcripts/index.ts'
import { call } from '../testing/call.ts'
import { fileForm } from '../testing/file-form.ts'
import { type Caller, createWorld, type World } from '../testing/world.ts'
import { searchSameFile } from './find-same-file.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

let number = 1
const newText = () => `Ana: We sign contract ${number++}.\nBen: Very well.\n`

async function upload(caller: Caller, text: string, fields: Record<string, string> = {}) {
  const answer = await call(world.app, caller, 'POST', '/conversations/import', fileForm('call.txt', text, fields))
  return String(answer.body.uuid)
}

/** Imports a transcript for a user, as the command does. */
async function importFor(owner: Caller | undefined, text: string, hash: string, hasRecording = false) {
  const ctx = world.app.contextFor(world.app.operator(world.acme))
  const given = { applicationName: 'files', applicationExternalID: `id-${number++}`, userEmail: owner?.email }
  const file = { path: '', name: 'call', size: 1, sha256: hash, toJSON: () => ({}) }
  const search = searchSameFile(ctx, given, { transcript: file, recording: hasRecording ? file : undefined })
  const from = { transcriptFile: { name: 'call.txt', sha256: hash }, findSame: search.find }
  return importDocument(given, readTranscript(text, { fileName: 'call.txt', requireSpeakers: true }), ctx, from)
}

const digest = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')

describe('an import for a user', () => {
  it.each<[string, () => Caller | undefined, Record<string, string>, boolean]>([
    ['the owner', () => world.bob, {}, true],
    ['the owner of a private call', () => world.bob, { private: 'true' }, true],
    ['a manager of the team', () => world.mark, {}, true],
    ['a manager, but the call is private', () => world.mark, { private: 'true' }, false],
    ['a member of another team', () => world.carol, {}, false],
    ['the first admin', () => undefined, {}, true],
    ['the first admin, but the call is private', () => undefined, { private: 'true' }, false],
  ])('finds only calls that the owner sees: %s', async (_, owner, fields, isFound) => {
    const text = newText()
    const id = await upload(world.bob, text, fields)
    const imported = await importFor(owner(), text, await digest(text))
    expect([imported.isNew, imported.uuid === id]).toEqual([!isFound, isFound])
  })

  it('finds no call of another organization', async () => {
    const text = newText()
    await upload(world.rivalOrg, text)
    expect((await importFor(undefined, text, await digest(text))).isNew).toBe(true)
  })

  it('creates a call if the known one lacks the recording, and the owner can’t change it', async () => {
    const text = newText()
    const id = await upload(world.bob, text)
    expect(await importFor(world.mark, text, await digest(text), true)).toMatchObject({ isNew: true })
    expect(await importFor(world.bob, text, await digest(text), true)).toMatchObject({ isNew: false, uuid: id })
  })
})
