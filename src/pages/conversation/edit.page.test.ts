import { beforeAll, describe, expect, it } from 'vitest'
import { type Browser, hiddenFields, type PageAnswer } from '../../testing/browser-fixtures.ts'
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

const talk = (count = 3) =>
  importFor(world, {
    transcript: {
      segments: Array.from({ length: count }, (_, i) => ({
        speaker: i % 2 === 0 ? 'A' : 'B',
        text: `Line ${i}.`,
        start: i,
        end: i + 1,
      })),
    },
  })
const linesOf = async (id: string) =>
  (await call(world.app, world.org, 'GET', `/conversations/${id}/transcript`)).body.data.map(
    ({ speaker, start, text }: { speaker: { name: string }; start: number; text: string }) => [
      start,
      speaker.name,
      text,
    ],
  )
/** What a browser sends that has the first lines on its screen. */
const fields = (version: number, ...lines: [speaker: string, text: string][]) => ({
  version: String(version),
  ...Object.fromEntries(
    lines.flatMap(([speaker, text], i) => [
      [`speaker-${i}`, speaker],
      [`text-${i}`, text],
    ]),
  ),
})
async function save(id: string, given: Record<string, string>, count: number) {
  const page = await bob.get(`/conversations/${id}/edit`)
  const form = /name="form" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const sent = new URLSearchParams({ form, page: '1', first: '0', ...given })
  for (let i = 0; i < count; i++) sent.append('segment', String(i))
  const answer = await world.app.server.inject({
    method: 'POST',
    url: `/conversations/${id}/edit/save`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: [...bob.cookies].map((pair) => pair.join('=')).join('; '),
    },
    payload: sent.toString(),
  })
  return { status: answer.statusCode, text: answer.body, location: answer.headers.location }
}

it('shows lines to be corrected, page by page, and opens at a segment', async () => {
  const id = await talk(100)
  const { text } = await bob.get(`/conversations/${id}/edit`)
  expect(text).toContain('aria-label="Text at 0:05" rows="1" dir="auto">\nLine 5.</textarea>')
  expect(text).toContain('<option value="A">A, 50 lines</option>')
  expect(text).toContain('Page 1 of 3')
  expect((await bob.get(`/conversations/${id}/edit?s=85`)).text).toContain('Line 85.')
})

it('saves what is different as a new version, with the times it had', async () => {
  const id = await talk()
  const answer = await save(id, fields(1, ['A', 'Line 0.'], ['Ann', 'Line\r\none.'], ['A', '']), 3)
  expect([answer.status, answer.location]).toEqual([303, `/conversations/${id}/edit?page=1`])
  expect((await bob.get(`/conversations/${id}`)).text).toContain('Analyzing…')
  expect(await linesOf(id)).toEqual([
    [0, 'A', 'Line 0.'],
    [1, 'Ann', 'Line\none.'],
  ])
})

describe('a rename everywhere', () => {
  const submit = (id: string, action: string, page: PageAnswer, fields: Record<string, string> = {}) =>
    bob.submit(`/conversations/${id}/edit/${action}`, page, fields)
  const namesOf = async (id: string) => (await linesOf(id)).map(([, name]: string[]) => name)
  const ask = async (id: string, from: string, to: string) =>
    submit(id, 'rename', await bob.get(`/conversations/${id}/edit`), { from, to })

  it('asks before it changes lines, and can be undone', async () => {
    const id = await talk()
    const question = await ask(id, 'A', 'Ann')
    expect(question.status).toBe(200)
    expect(question.text).toContain('The speaker of 2 lines changes')
    expect(question.text).toContain('Rename in 2 lines')
    expect(await namesOf(id)).toEqual(['A', 'B', 'A'])
    const renamed = await submit(id, 'rename', question)
    expect(renamed.location).toBe(`/conversations/${id}/edit?renamed=2`)
    expect(await namesOf(id)).toEqual(['Ann', 'B', 'Ann'])
    const notice = await bob.get(renamed.location ?? '')
    expect(notice.text).toContain('A renamed to Ann in 2 lines. Parley is analyzing the call again.')
    const undone = await submit(id, 'undo', notice)
    expect([undone.status, undone.location]).toEqual([303, `/conversations/${id}/edit`])
    expect(await namesOf(id)).toEqual(['A', 'B', 'A'])
    expect((await bob.get(renamed.location ?? '')).text).not.toContain('Undo rename')
  })

  it('warns that two speakers become one, which the undo separates again', async () => {
    const id = await talk()
    const question = await ask(id, 'A', 'B')
    expect(question.text).toContain('</bdi> already speaks 1 line. Both become one speaker.')
    const renamed = await submit(id, 'rename', question)
    await submit(id, 'undo', await bob.get(renamed.location ?? ''))
    expect(await namesOf(id)).toEqual(['A', 'B', 'A'])
  })

  it('changes nothing if the name is the same', async () => {
    const id = await talk()
    const { text } = await ask(id, 'A', 'A')
    expect(text).toContain('No line changes')
    expect(text).not.toContain('Rename in')
  })

  it('is refused if the transcript changed after the question, and so is its undo', async () => {
    const id = await talk()
    const question = await ask(id, 'A', 'Ann')
    const change = (transcriptVersion: number, text: string) =>
      call(world.app, world.alice, 'PATCH', `/conversations/${id}/transcript`, {
        body: { transcriptVersion, segments: [{ segment: 1, text }] },
      })
    await change(1, 'Theirs.')
    const refused = await submit(id, 'rename', question)
    expect([refused.status, await namesOf(id)]).toEqual([409, ['A', 'B', 'A']])
    expect(refused.text).toContain('version 2 is the current one')
    const renamed = await submit(id, 'rename', await ask(id, 'A', 'Ann'))
    const notice = await bob.get(renamed.location ?? '')
    await change(3, 'Theirs again.')
    const late = await submit(id, 'undo', notice)
    expect([late.status, await namesOf(id)]).toEqual([409, ['Ann', 'B', 'Ann']])
    expect(late.text).toContain('version 4 is the current one')
  })
})

it('loses nothing when somebody was quicker: shows both, and saves what is sent again', async () => {
  const id = await talk()
  const other = { transcriptVersion: 1, segments: [{ segment: 1, text: 'Theirs.' }] }
  await call(world.app, world.alice, 'PATCH', `/conversations/${id}/transcript`, { body: other })
  const mine = fields(1, ['A', 'Line 0.'], ['B', 'Mine.'], ['A', 'Mine too.'])
  const refused = await save(id, mine, 3)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('Another user changed this transcript while you were editing it.')
  expect(refused.text).toContain('\nMine.</textarea>')
  expect(refused.text).toContain('Current version: <bdi>B</bdi>: Theirs.')
  expect(refused.text).toContain('\nMine too.</textarea>')
  expect(refused.text).toContain('name="version" value="2"')
  expect(await linesOf(id)).toContainEqual([1, 'B', 'Theirs.'])
  const saved = await save(id, { ...mine, version: '2' }, 3)
  expect(saved.status).toBe(303)
  expect(await linesOf(id)).toEqual([
    [0, 'A', 'Line 0.'],
    [1, 'B', 'Mine.'],
    [2, 'A', 'Mine too.'],
  ])
})

describe('who may', () => {
  it('is who sees the conversation', async () => {
    const carol = await signedIn(world.app, world.acme, world.carol.userId)
    const id = await talk()
    // A form of a page that they do see.
    const theirs = hiddenFields((await carol.get('/labels')).text, '/sign-out')
    for (const action of ['save', 'rename']) {
      const answer = await carol.post(`/conversations/${id}/edit/${action}`, {
        ...theirs,
        from: 'A',
        to: 'X',
        version: '1',
      })
      expect(answer.status).toBe(404)
    }
    expect((await linesOf(id))[0]).toEqual([0, 'A', 'Line 0.'])
  })
})
