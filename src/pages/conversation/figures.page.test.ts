/** Numbers of the statistics on the call page, and the parts of the transcript behind them. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { trackerFor } from '../../testing/trackers-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

const LINES = [
  ['Bob Baker', 'Hello. How many <b>scanners</b> do you need today?', 0, 6],
  ['Ann', 'About forty, and by the end of March, because the new hall opens then.', 8, 14],
  ['Bob Baker', 'And who decides about the scanners in your company?', 13, 18],
  ['Ann', "I don't know. Do you have a price list?", 20, 26],
] as const

let world: World
let bob: Browser
let talk: string
beforeAll(async () => {
  world = await createWorld()
  await trackerFor(world, ['scanners'])
  talk = await importFor(world, {
    participants: [
      { email: 'bob@acme.example', name: 'Bob Baker' },
      { email: 'ann@customer.example', name: 'Ann' },
    ],
    transcript: {
      segments: Array.from({ length: 10 }, (_, round) =>
        LINES.map(([speaker, text, start, end]) => ({
          speaker,
          text,
          start: start + round * 30,
          end: end + round * 30,
        })),
      ).flat(),
    },
  })
  await world.app.drain(world.acme)
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const page = async (query = '') => (await bob.get(`/conversations/${talk}${query}`)).text
const listIn = (text: string) => /<section id="figure-places"[\s\S]*?<\/section>/.exec(text)?.[0] ?? ''

describe('the statistics', () => {
  it('link each number to what it counts', async () => {
    const card = /<section class="card" id="figures">[\s\S]*?<details/.exec(await page())?.[0] ?? ''
    for (const figure of [
      'internalTalkShare',
      'interactivity',
      'patience',
      'questionsAsked',
      'silence',
      'interruptions',
    ])
      expect(card).toContain(`figure=${figure}#figure-places"`)
    // Each value is a link, also the shares of the speakers.
    const values = [...card.matchAll(/<(?:dd|td data-kind="number")>([\s\S]*?)<\/(?:dd|td)>/g)].map(
      ([, value]) => value,
    )
    expect(values.length).toBeGreaterThan(9)
    expect(values.filter((value) => !value?.startsWith('<a href='))).toEqual([])
    expect(card).toContain('?speaker=Bob+Baker#transcript"')
    expect(card).toMatch(/Longest monologue<\/dt><dd><a href="\/conversations\/[^"]*\?t=/)
    expect(card).toContain('<div id="figure-places" hidden>')
  })

  it('open the list of the questions without a script', async () => {
    const list = listIn(await page('?tab=summary&figure=questionsAsked'))
    expect(list).toMatch(/<h3>Questions <span class="soft">30<\/span>/)
    expect(list.match(/<li>/g)).toHaveLength(30)
    expect(list).toMatch(
      /\?t=0"[^>]*>0:00<\/a> <strong><bdi>Bob Baker<\/bdi><\/strong> <span class="soft">answered<\/span>/,
    )
    expect(list).toContain('How many &lt;b&gt;scanners&lt;/b&gt; do you need today?')
    expect(list).toContain('not answered')
    const ours = listIn(await page('?tab=summary&figure=questionsAsked&side=internal'))
    expect(ours).toContain('Our questions')
    expect([ours.match(/<li>/g)?.length, ours.includes('price list')]).toEqual([20, false])
  })

  it('give the list alone to the script, and nothing to others', async () => {
    const piece = await bob.get(`/conversations/${talk}/figure?figure=interruptions`)
    expect(piece.status).toBe(200)
    expect(listIn(piece.text)).toMatch(/Interruptions <span class="soft">10<\/span>[\s\S]*1 s/)
    expect((await bob.get(`/conversations/${talk}/figure?figure=words`)).text).toContain('hidden')
    const mallory = await signedIn(world.app, world.rival, world.mallory.userId)
    expect((await mallory.get(`/conversations/${talk}/figure?figure=silence`)).status).toBe(404)
  })
})

it('a tracker lists all its matches', async () => {
  const card = /<section class="card" id="topics">[\s\S]*?<\/section>/.exec(await page())?.[0] ?? ''
  expect(card).toContain('<span class="soft">20</span>')
  expect(card).toContain('Show 8 more')
  expect(card.match(/<li dir="auto">/g)).toHaveLength(20)
})
