import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser as RealBrowser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueSignInLink } from '../../features/accounts/sign-in/index.ts'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { createTestApp } from '../../testing/create-test-app.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { browserProgram, openRealBrowser } from '../../testing/real-browser.ts'
import { detailsOf, recordedFor, TONE } from '../../testing/recordings-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { wave } from '../../testing/sound.ts'
import { wordDocument } from '../../testing/word-document.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
let real: RealBrowser | undefined
let folder: string
/** Skipped where the machine has none, which CI does not allow. */
const withBrowser = it.skipIf(browserProgram === undefined)
beforeAll(async () => {
  if (browserProgram !== undefined) real = await openRealBrowser()
  folder = await mkdtemp(join(tmpdir(), 'parley-attach-'))
  world = await createWorld(await createTestApp({ listen: true }))
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})
afterAll(async () => {
  await real?.close()
  await rm(folder, { recursive: true, force: true })
})

const pathOf = (id: string) => `/conversations/${id}/attach`
const attach = async (id: string, transcript: string) =>
  bob.submit(`${pathOf(id)}/attach`, await bob.get(pathOf(id)), { transcript })
const attachFile = async (id: string, name: string, content: Buffer | string, transcript = '') =>
  bob.upload(`${pathOf(id)}/attach`, await bob.get(pathOf(id)), { name, content }, { transcript })
const attachRecording = async (id: string, name: string, content: Buffer | string) =>
  bob.upload(`${pathOf(id)}/recording`, await bob.get(pathOf(id)), { name, content })
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

describe('a recording', () => {
  it('comes to a call that has none, and keeps its transcript', async () => {
    const id = await importFor(world)
    expect((await bob.get(`/conversations/${id}`)).text).toContain(`href="${pathOf(id)}#recording"`)
    const page = await bob.get(pathOf(id))
    expect(page.text).toContain('Add a recording')
    expect(page.text).toContain('up to 2 GB')
    expect(page.text).not.toContain('data-confirm')
    const before = await attributesOf(id)
    const answer = await attachRecording(id, 'Visit.wav', TONE)
    expect(answer.location).toBe(`/conversations/${id}`)
    expect((await bob.get(`/conversations/${id}`)).text).toContain('Recording added')
    expect((await detailsOf(world, id)).recording).toMatchObject({ status: 'kept', fileName: 'Visit.wav' })
    expect((await attributesOf(id)).transcript).toBe(before.transcript)
  })

  it('replaces another one after a question that says what is lost', async () => {
    const id = await recordedFor(world)
    const { fileName } = (await detailsOf(world, id)).recording
    const page = await bob.get(pathOf(id))
    expect(page.text).toMatch(
      new RegExp(`data-confirm="Replace the recording “${fileName}”\\? Parley deletes this file`),
    )
    expect(page.text).toContain('Replace recording')
    await attachRecording(id, 'Better.wav', wave({ seconds: 2 }))
    expect((await bob.get(`/conversations/${id}`)).text).toContain('Recording replaced')
    expect((await detailsOf(world, id)).recording).toMatchObject({ fileName: 'Better.wav', duration: 2 })
  })

  it('is named by a waiting call that has neither recording nor transcript', async () => {
    const body = { mediaFollows: true, userID: world.bob.userId }
    const { uuid } = (await call(world.app, world.org, 'POST', '/conversations/import', { body })).body
    const page = await bob.get(`/conversations/${uuid}`)
    expect(page.text).toContain('Waiting for the recording or the transcript')
    expect(page.text).toContain('has no recording yet')
    expect(page.text).toMatch(new RegExp(`<a href="${pathOf(uuid)}#recording">Add a recording</a>`))
    await attachRecording(uuid, 'Visit.wav', TONE)
    expect((await bob.get(`/conversations/${uuid}`)).text).toContain('Waiting for the transcript')
  })

  it.each([
    ['no file', '', '', 'No recording is given'],
    ['a transcript', 'a.vtt', 'WEBVTT\n', 'not an audio or video file'],
  ])('is refused with a reason: %s', async (_, name, content, words) => {
    const id = await importFor(world)
    const answer = await attachRecording(id, name, content)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(words)
    expect((await detailsOf(world, id)).recording).toBeNull()
  })

  it('is refused from people who only see the call, and without a form of ours', async () => {
    const id = await importFor(world)
    const mark = await signedIn(world.app, world.acme, world.mark.userId)
    const answer = await mark.upload(`${pathOf(id)}/recording`, await mark.get(pathOf(id)), {
      ...{ name: 'a.wav', content: TONE },
    })
    expect(answer.status).toBe(403)
    expect((await bob.post(`${pathOf(id)}/recording`, {})).status).toBe(403)
    expect((await detailsOf(world, id)).recording).toBeNull()
  })

  withBrowser('shows progress, a problem at its form, and asks before it replaces', async () => {
    const id = await recordedFor(world)
    const [good, bad] = [join(folder, 'Good.wav'), join(folder, 'Bad.wav')]
    await writeFile(good, wave({ seconds: 3 }))
    await writeFile(bad, 'no sound')
    const page = await real?.newPage()
    if (page === undefined) throw new Error('There is no browser.')
    const store = world.app.store.of(world.acme)
    const link = await issueSignInLink(store, world.acme, world.app.clock, world.bob.userId ?? '')
    await page.goto(world.app.publicUrl() + link)
    await page.click('main button')
    await page.goto(world.app.publicUrl() + pathOf(id))
    const answers = [true, true, false]
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.message())
      void (answers.pop() === true ? dialog.accept() : dialog.dismiss())
    })
    await page.setInputFiles('#recording-file', bad)
    await page.click('#recording button')
    expect(await page.locator('#recording [role=alert]').count()).toBe(0)
    await page.click('#recording button')
    await page.waitForSelector('#recording [role=alert]')
    expect(await page.locator('#recording [role=alert]').textContent()).toContain('not an audio or video file')
    expect(await page.locator('#recording button').isEnabled()).toBe(true)
    await page.setInputFiles('#recording-file', good)
    await page.click('#recording button')
    await page.waitForURL(`**/conversations/${id}`)
    expect(await page.locator('main > .said').textContent()).toBe('Recording replaced')
    expect(asked).toHaveLength(3)
    expect((await detailsOf(world, id)).recording).toMatchObject({ fileName: 'Good.wav', duration: 3 })
    await page.close()
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
