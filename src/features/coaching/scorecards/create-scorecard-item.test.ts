import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'
import { refusedField, resourceError } from '../../../testing/refusals.ts'
import { itemFor, orderOf, scaleOf, scorecardFor } from '../../../testing/scorecards-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const post = (caller: Caller | undefined, id: string, body: unknown) =>
  call(world.app, caller, 'POST', `/scorecards/${id}/items`, { body })

describe('does', () => {
  it('adds an item and answers it with 201', async () => {
    const id = await scorecardFor(world)
    const metadata = {
      numericMetadata: {
        min: -1,
        middle: 0,
        max: 2.5,
        minCriteria: 'Silent.',
        middleCriteria: 'Polite.',
        maxCriteria: 'Warm.',
      },
    }
    const given = { title: ' Opened well ', type: 'numeric', weight: 12.5, expertPrompt: 'Listen.', metadata }
    const answer = await post(world.org, id, given)
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          ...given,
          id: expect.any(String),
          scorecardId: id,
          title: 'Opened well',
          position: 1,
          version: 1,
          updatedAt: expect.any(String),
        },
      },
    ])
    const again = await call(world.app, world.org, 'GET', `/scorecards/${id}/items/${answer.body.data.id}`)
    expect(again.body).toEqual(answer.body)
  })

  it('needs a title and nothing else: last, of weight 1, on a scale of 1 to 5', async () => {
    const id = await scorecardFor(world)
    await itemFor(world, id)
    const { body } = await post(world.org, id, { title: 'Bare' })
    expect(body.data).toMatchObject({
      position: 2,
      type: 'numeric',
      weight: 1,
      expertPrompt: '',
      metadata: {
        numericMetadata: { min: 1, middle: 3, max: 5, minCriteria: '', middleCriteria: '', maxCriteria: '' },
      },
    })
  })

  it('puts it where it is told, and moves those from there on up', async () => {
    const id = await scorecardFor(world)
    for (const [title, position] of [['A'], ['B'], ['C', 1], ['D', 2], ['E', 5]] as const) {
      await itemFor(world, id, { title, ...(position === undefined ? {} : { position }) })
    }
    expect(await orderOf(world, id)).toEqual(['C', 'D', 'A', 'B', 'E'].map((title, index) => [index + 1, title]))
  })

  it('keeps the positions without gaps under eight callers at once', async () => {
    const id = await scorecardFor(world)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => post(world.org, id, { title: `${n}`, ...(n % 2 ? { position: 1 } : {}) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    const order = await orderOf(world, id)
    expect(order.map(([position]) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(order.map(([, title]) => title).toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })
})

describe('refuses', () => {
  it.each([
    ['no title', { title: undefined }, '/title'],
    ['a blank title', { title: ' ' }, '/title'],
    ['a title of 129 characters', { title: 'x'.repeat(129) }, '/title'],
    ['a type that is not numeric', { type: 'text' }, '/type'],
    ['a position that would leave a gap', { position: 2 }, '/position'],
    ['position 0', { position: 0 }, '/position'],
    ['half a position', { position: 1.5 }, '/position'],
    ['a weight below 0', { weight: -0.1 }, '/weight'],
    ['a weight above 100', { weight: 100.1 }, '/weight'],
    ['a prompt of 8001 characters', { expertPrompt: 'x'.repeat(8_001) }, '/expertPrompt'],
    ['metadata without a scale', { metadata: {} }, '/metadata/numericMetadata'],
    [
      'a scale without a middle',
      { metadata: { numericMetadata: { min: 1, max: 5 } } },
      '/metadata/numericMetadata/middle',
    ],
    ['a middle at its lower end', { metadata: scaleOf(1, 1, 5) }, '/metadata/numericMetadata/middle'],
    ['a middle at its upper end', { metadata: scaleOf(1, 5, 5) }, '/metadata/numericMetadata/max'],
    ['a scale beyond a million', { metadata: scaleOf(1, 2, 1_000_001) }, '/metadata/numericMetadata/max'],
    [
      'criteria of 2001 characters',
      { metadata: { numericMetadata: { min: 1, middle: 2, max: 3, maxCriteria: 'x'.repeat(2_001) } } },
      '/metadata/numericMetadata/maxCriteria',
    ],
  ])('%s, and points at it', async (_, body, pointer) => {
    const id = await scorecardFor(world)
    const answer = await post(world.org, id, { title: 'No', ...body })
    expect([answer.status, answer.body]).toEqual([400, refusedField(pointer)])
    expect(await orderOf(world, id)).toEqual([])
  })

  it('the 101st item', async () => {
    const id = await scorecardFor(world)
    await itemFor(world, id)
    await world.app.store.owner.query(
      `insert into scorecard_items (organization_id, scorecard_id, id, title, type, position, weight, expert_prompt,
                                    metadata, created_at, updated_at)
       select organization_id, scorecard_id, gen_random_uuid(), title, type, n, weight, expert_prompt, metadata,
              created_at, updated_at
       from scorecard_items, generate_series(2, 100) n where scorecard_id = $1`,
      [id],
    )
    const answer = await post(world.org, id, { title: 'Too many' })
    expect([answer.status, answer.body]).toEqual([409, resourceError(409, 'too_many_items', '')])
  })
})

describe('who may', () => {
  const guarded = {
    world: () => world,
    noun: 'scorecard',
    make: () => scorecardFor(world),
    send: (caller: Caller | undefined, id: string) => post(caller, id, { title: 'New' }),
  }
  guardsThings(guarded)
  adminsOnly(guarded)
})
