import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const SAID = [
  ['Ann', 'How many scanners?'],
  ['Bob', 'Sixty scaners.'],
  ['Ann', 'By Friday.'],
  ['Cleo', 'Agreed.'],
] as const
const talk = () =>
  importFor(world, {
    transcript: { segments: SAID.map(([speaker, text], i) => ({ speaker, text, start: i * 5, end: i * 5 + 4 })) },
  })
const linesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/transcript`)).body.data.map(
    ({ speaker, text }: { speaker: { name: string }; text: string }) => [speaker.name, text],
  )
const openForm = (id: string, segment: number) =>
  bob.get(`/conversations/${id}/correct-form?s=${segment}&to=${segment}`)

describe('corrects', () => {
  it('a line in place, shows it, and undoes it', async () => {
    const id = await talk()
    const form = await openForm(id, 1)
    expect(form.text).toContain('Sixty scaners.</textarea>')
    const done = await bob.submit(`/conversations/${id}/correct`, form, { 'text-1': 'Sixty scanners.', speaker: 'Bob' })
    expect(done.status).toBe(200)
    expect(done.text).toMatch(/role="status"><span>Line corrected<\/span>/)
    expect(done.text).toMatch(/id="s1" class="conversation-here"[^>]*>Sixty scanners\./)
    const undone = await bob.submit(`/conversations/${id}/undo`, done)
    expect(undone.text).toContain('Correction undone')
    expect(await linesOf(id)).toEqual(SAID)
  })

  it('the speaker of one line, or of all their lines, and says how many', async () => {
    const id = await talk()
    const one = await bob.submit(`/conversations/${id}/correct`, await openForm(id, 3), {
      ...{ 'text-3': 'Agreed.', speaker: 'Bob' },
    })
    expect(one.text).toContain('Line corrected')
    expect((await linesOf(id))[3]).toEqual(['Bob', 'Agreed.'])
    const form = await openForm(id, 0)
    expect(form.text).toContain('Rename Ann in all 2 lines of the call')
    const all = await bob.submit(`/conversations/${id}/correct`, form, {
      ...{ 'text-0': 'How many scanners?', speaker: 'Bob', everywhere: 'true' },
    })
    expect(all.text).toContain('Ann renamed to Bob in 2 lines')
    expect((await linesOf(id)).map(([name]: string[]) => name)).toEqual(['Bob', 'Bob', 'Bob', 'Bob'])
    // The lines that were Bob's before stay his.
    await bob.submit(`/conversations/${id}/undo`, all)
    expect((await linesOf(id)).map(([name]: string[]) => name)).toEqual(['Ann', 'Bob', 'Ann', 'Bob'])
  })
})

describe('refuses', () => {
  it('a form that is older than the transcript, and an empty line', async () => {
    const id = await talk()
    const form = await openForm(id, 1)
    const other = { transcriptVersion: 1, segments: [{ segment: 1, text: 'Theirs.' }] }
    await call(world.app, world.alice, 'PATCH', `/conversations/${id}/transcript`, { body: other })
    const late = await bob.submit(`/conversations/${id}/correct`, form, { 'text-1': 'Mine.', speaker: 'Bob' })
    expect(late.status).toBe(409)
    expect(late.text).toMatch(/id="corrected" class="call-corrected problem" role="alert">The transcript has changed/)
    const empty = await bob.submit(`/conversations/${id}/correct`, await openForm(id, 1), {
      'text-1': ' ',
      speaker: 'Bob',
    })
    expect(empty.status).toBe(400)
    expect((await linesOf(id))[1]).toEqual(['Bob', 'Theirs.'])
  })

  it('everybody who does not see the call', async () => {
    const id = await talk()
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const theirs = hiddenFields((await carol.get('/labels')).text, '/sign-out')
    expect((await carol.get(`/conversations/${id}/correct-form?s=0`)).status).toBe(404)
    for (const action of ['correct', 'undo']) {
      const answer = await carol.post(`/conversations/${id}/${action}`, {
        ...theirs,
        ...{ segment: '0', 'text-0': 'X', before: 'Ann', speaker: 'Ann', version: '1', spoken: '' },
      })
      expect(answer.status).toBe(404)
    }
    expect(await linesOf(id)).toEqual(SAID)
  })
})
