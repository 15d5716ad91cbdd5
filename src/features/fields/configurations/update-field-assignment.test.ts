import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { assignmentsOf, configurationFor, guardsConfigurations, itemFor } from '../../../testing/fields-fixtures.ts'
import { MALFORMED_IDS, NOBODY, notFound, refusedField } from '../../../testing/refusals.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const patch = (caller: Caller | undefined, configuration: string, assignment: string, body: unknown) =>
  call(world.app, caller, 'PATCH', `/field-configurations/${configuration}/assignments/${assignment}`, { body })

/** A configuration for two teams with three items. */
async function made() {
  const { north, support } = world.teams
  const id = await configurationFor(world, { teamsUUID: [north, support] })
  const items = [await itemFor(world, id), await itemFor(world, id), await itemFor(world, id)]
  const all = await assignmentsOf(world, id)
  const of = (item: number, team: string) =>
    all.find((a) => a.intelligenceItemUUID === items[item] && a.teamUUID === team)?.uuid ?? ''
  const order = async (team: string) =>
    (await assignmentsOf(world, id))
      .filter((a) => a.teamUUID === team)
      .map((a) => items.indexOf(a.intelligenceItemUUID))
  return { id, items, of, order }
}

describe('does', () => {
  it('gives an item another place in one team, and leaves the others as they are', async () => {
    const { north, support } = world.teams
    const { id, items, of, order } = await made()
    const answer = await patch(world.org, id, of(2, north), { displayOrder: 1 })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        data: {
          uuid: of(2, north),
          intelligenceItemUUID: items[2],
          teamUUID: north,
          category: 'CustomInsight',
          displayOrder: 1,
        },
      },
    ])
    expect([await order(north), await order(support)]).toEqual([
      [2, 0, 1],
      [0, 1, 2],
    ])
  })

  it('gives it back the place of its item', async () => {
    const { north } = world.teams
    const { id, of, order } = await made()
    await patch(world.org, id, of(0, north), { displayOrder: 500 })
    expect(await order(north)).toEqual([1, 2, 0])
    const { body } = await patch(world.org, id, of(0, north), { displayOrder: null })
    expect([body.data.displayOrder, await order(north)]).toEqual([1, [0, 1, 2]])
  })
})

describe('refuses', () => {
  it.each([
    ['nothing', {}],
    ['0', { displayOrder: 0 }],
    ['501', { displayOrder: 501 }],
    ['half a place', { displayOrder: 1.5 }],
    ['text', { displayOrder: '1' }],
  ])('%s', async (_, body) => {
    const { id, of } = await made()
    const answer = await patch(world.org, id, of(0, world.teams.north), body)
    expect([answer.status, answer.body]).toEqual([400, refusedField('/displayOrder')])
  })

  it('an assignment that is not there, or of another configuration', async () => {
    const [one, other] = [await made(), await made()]
    for (const assignment of [NOBODY, other.of(0, world.teams.north), ...MALFORMED_IDS]) {
      const answer = await patch(world.org, one.id, assignment, { displayOrder: 1 })
      const body = notFound('field_assignment', '/path/assignmentId')
      expect([assignment, answer.status, answer.body]).toEqual([assignment, 404, body])
    }
  })
})

describe('who may', () => {
  guardsConfigurations(
    () => world,
    'admins',
    async (caller, id) => {
      const [assignment] = await world.app.store.owner.query<{ id: string }>(
        `select a.id from field_item_assignments a
         join field_items i on i.organization_id = a.organization_id and i.id = a.item_id
         where i.configuration_id::text = $1`,
        [id],
      )
      return patch(caller, id, assignment?.id ?? NOBODY, { displayOrder: 3 })
    },
  )
})
