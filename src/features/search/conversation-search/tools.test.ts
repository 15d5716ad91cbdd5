import { beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../../../testing/call-tool.ts'
import { sourceFor } from '../../../testing/knowledge-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
let prices: string
beforeAll(async () => {
  world = await createWorld()
  prices = await sourceFor(world, {
    title: 'Price list',
    content: '# Seats\n\nA zeppelin seat costs forty euros.\n> Really.',
  })
  for (let i = 0; i < 4; i++) await sourceFor(world, { title: `Sheet ${i}`, content: `A walrus costs ${i} euros.` })
  await sourceFor(world, { title: 'Long', content: `Marmalade. ${'It is spread thinly. '.repeat(60)}` })
  await world.app.drain(world.acme)
})

const search = (args: Record<string, unknown>, caller: Caller = world.carol) =>
  callTool(world.app, caller, 'search_knowledge', args)

describe('does', () => {
  it('tells passages with their source and headings, every line of them marked', async () => {
    const { data, text } = await search({ query: 'zeppelin seat', mode: 'lexical' })
    expect(data).toEqual({
      passages: [
        {
          source_id: prices,
          title: 'Price list',
          headings: ['Seats'],
          match: 'exact',
          passage: expect.stringContaining('forty euros'),
          url: expect.stringMatching(new RegExp(`/knowledge/${prices}$`)),
        },
      ],
      ...{ notice: null, total: 1, next_cursor: null },
    })
    expect(text).toContain(`### Price list › Seats\nsource_id ${prices}\n> # Seats\n>\n> A zeppelin seat`)
    expect(text).toContain('\n> > Really.')
  })

  it('goes on by its cursor', async () => {
    const first = await search({ query: 'walrus', mode: 'lexical', limit: 3 })
    const second = await search({ query: 'walrus', mode: 'lexical', limit: 3, cursor: first.data.next_cursor })
    const titles = [...first.data.passages, ...second.data.passages].map(({ title }: { title: string }) => title)
    expect(titles.toSorted()).toEqual(['Sheet 0', 'Sheet 1', 'Sheet 2', 'Sheet 3'])
    expect(second.data.next_cursor).toBeNull()
  })

  it('cuts a long passage, and says so', async () => {
    const { data } = await search({ query: 'marmalade', mode: 'lexical' })
    expect(data.passages[0].passage).toMatch(/ \[…\]$/)
  })

  it('says that nothing was found', async () => {
    expect((await search({ query: 'nothing of it', mode: 'lexical' })).text).toContain('No passages found.')
  })
})

describe('refuses', () => {
  it.each([
    [{}, '/query'],
    [{ query: ' ' }, '/query'],
    [{ query: 'x', mode: 'magic' }, '/mode'],
    [{ query: 'x', limit: 11 }, '/limit'],
    [{ query: 'x', cursor: 'abc' }, '/cursor'],
  ])('%j', async (args, pointer) => {
    expect((await search(args)).error).toMatchObject({ code: 'validation_failed', problems: [{ pointer }] })
  })
})

describe('who may', () => {
  it('is everyone of the organization, and nobody of another', async () => {
    expect((await search({ query: 'zeppelin', mode: 'lexical' }, world.mallory)).data).toMatchObject({
      passages: [],
      total: 0,
    })
  })
})
