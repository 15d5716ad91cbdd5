import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { wave } from '../../testing/sound.ts'
import { wordDocument } from '../../testing/word-document.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const pathOf = (id: string) => `/conversations/${id}/attach`
const attach = async (id: string, transcript: string) =>
  bob.submit(`${pathOf(id)}/attach`, await bob.get(pathOf(id)), { transcript })
const attachFile = async (id: string, name: string, content: Buffer | string, transcript = '') =>
  bob.upload(`${pathOf(id)}/attach`, await bob.get(pathOf(id)), { name, content }, { transcript })
const attributesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes

describe('does', () => {
  it('give a waiting call its transcript', async () => {
    const id = await importFor(world, { transcript: undefined, mediaURL: 'https://media.example/a.mp3' })
    const page = await bob.get(`/conversations/${id}`)
    expect(page.text).toContain('Waiting for the transcript')
    expect(page.text).toContain(`href="${pathOf(id)}"`)
    const answer = await attach(id, 'Ann: Shall we begin?\nBob: Yes.')
    expect(answer.location).toBe(`/conversations/${id}`)
    expect(await attributesOf(id)).toMatchObject({
      transcriptVersion: 1,
      transcript: 'Ann: Shall we begin?\nBob: Yes.',
    })
  })

  it('replace a transcript by a new version', async () => {
    const id = await importFor(world)
    expect((await bob.get(pathOf(id))).text).toContain('Earlier versions are kept')
    await attach(id, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Again.</v>\n')
    expect(await attributesOf(id)).toMatchObject({ transcriptVersion: 2, transcript: 'Ann: Again.' })
  })

  it('read a file, a Word document too', async () => {
    const id = await importFor(world)
    const document = await wordDocument(['Ann Lee   0:03', 'Shall we begin?', 'Bob Ray   0:06', 'Yes.'])
    expect((await attachFile(id, 'Kick-off.docx', document)).location).toBe(`/conversations/${id}`)
    expect(await attributesOf(id)).toMatchObject({
      transcriptVersion: 2,
      transcript: 'Ann Lee: Shall we begin?\nBob Ray: Yes.',
    })
  })
})

describe('refuses', () => {
  it.each([
    ['neither text nor file', '', '', 'No transcript is given. Choose a file or paste the text.'],
    ['both text and file', 'a.txt', 'Ann: One.\nBob: Two.', 'not both'],
    ['a recording', 'call.wav', wave({ seconds: 0.1 }), 'neither text nor a Word document'],
  ])('%s, at the field', async (_, name, content, words) => {
    const id = await importFor(world)
    const answer = await attachFile(id, name, content, name === 'a.txt' ? 'Ann: Other.' : '')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(words)
    expect((await attributesOf(id)).transcriptVersion).toBe(1)
  })

  it('what is no transcript, keeps the text and stores nothing', async () => {
    const id = await importFor(world)
    const answer = await attach(id, '{"nonsense": true}')
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('{&quot;nonsense&quot;: true}')
    expect((await attributesOf(id)).transcriptVersion).toBe(1)
  })

  it('a forged request, and calls of others', async () => {
    const id = await importFor(world)
    expect((await bob.post(`${pathOf(id)}/attach`, { transcript: 'Ann: Hi.' })).status).toBe(403)
    expect((await attributesOf(id)).transcriptVersion).toBe(1)
    const hidden = await importFor(world, { private: true, userID: world.alice.userId })
    expect((await bob.get(pathOf(hidden))).status).toBe(404)
  })
})
