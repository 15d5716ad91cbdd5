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

it('renames a speaker everywhere', async () => {
  const id = await talk()
  const page = await bob.get(`/conversations/${id}/edit`)
  const answer = await bob.submit(`/conversations/${id}/edit/rename`, page, { from: 'A', to: 'Ann' })
  expect(answer.location).toBe(`/conversations/${id}/edit`)
  expect((await linesOf(id)).map(([, name]: string[]) => name)).toEqual(['Ann', 'B', 'Ann'])
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
