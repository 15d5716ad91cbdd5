/** Field configurations with their items, and the refusals that all operations on them have in common. */
import { expect, it } from 'vitest'
import { type Answer, call } from './call.ts'
import { MALFORMED_IDS, NOBODY, notFound, resourceError } from './refusals.ts'
import type { Caller, World } from './world.ts'

/** A field configuration of acme. @returns its id */
export async function configurationFor(world: World, given: Record<string, unknown> = {}): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', '/field-configurations', {
    body: { name: 'Discovery', ...given },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** Response for an item of which only the title was sent. */
export const newItem = (more: Record<string, unknown>) => ({
  category: 'CustomInsight',
  contents: '',
  description: '',
  promptType: 'freeform',
  contentType: 'text',
  responseType: 'text',
  options: [],
  dependsOn: null,
  maxValues: null,
  allowLongResponse: false,
  analysisLevel: 'conversation',
  displayOrder: 1,
  updatedAt: expect.stringMatching(/Z$/),
  ...more,
})

/** An item of a field configuration of acme. @returns its id */
export async function itemFor(
  world: World,
  configuration: string,
  given: Record<string, unknown> = {},
): Promise<string> {
  const answer = await call(world.app, world.org, 'POST', `/field-configurations/${configuration}/items`, {
    body: { title: 'Next step', ...given },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data.uuid
}

/** A label of acme with one option, as a condition of criteria. */
export async function conditionFor(world: World): Promise<{ field: string; value: string }> {
  const answer = await call(world.app, world.org, 'POST', '/labels', {
    body: { name: `Call type ${crypto.randomUUID()}`, options: [{ value: 'Demo' }] },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  const { uuid, options } = answer.body.data
  return { field: uuid, value: options[0].id }
}

interface Assignment {
  uuid: string
  intelligenceItemUUID: string
  teamUUID: string | null
  displayOrder: number
}

export async function assignmentsOf(world: World, configuration: string): Promise<Assignment[]> {
  const path = `/field-configurations/${configuration}/assignments`
  const { body } = await call(world.app, world.org, 'GET', path, { query: { size: '200' } })
  return body.data
}

/** Every row of a configuration, to see what a request left. */
export async function rowsOf(world: World, configuration: string): Promise<unknown> {
  const [row] = await world.app.store.owner.query<{ all: unknown }>(
    `select json_build_object(
       'configuration', (select json_agg(c) from field_configurations c where c.id = $1),
       'teams', (select json_agg(t order by t.team_id) from field_configuration_teams t where t.configuration_id = $1),
       'items', (select json_agg(i order by i.display_order) from field_items i where i.configuration_id = $1),
       'assignments', (select json_agg(a order by a.id) from field_item_assignments a
                       where a.item_id in (select id from field_items where configuration_id = $1)),
       'holds', (select json_agg(h order by h.option_id) from label_holds h where h.holder_id = $1)) as "all"`,
    [configuration],
  )
  return row?.all
}

export const NO_ROWS = { configuration: null, teams: null, items: null, assignments: null, holds: null }

/** Tests of an operation at the id of a configuration that has an item. */
export function guardsConfigurations(
  world: () => World,
  who: 'admins' | 'everyone',
  send: (caller: Caller | undefined, configuration: string, item: string) => Promise<Answer>,
): void {
  const made = async () => {
    const configuration = await configurationFor(world(), { teamsUUID: [world().teams.north] })
    return [configuration, await itemFor(world(), configuration)] as const
  }

  it('is nobody without a key', async () => {
    const [configuration, item] = await made()
    const answer = await send(undefined, configuration, item)
    expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
  })

  it('is not the rival, who gets the words for a thing that does not exist, and changes nothing', async () => {
    const [configuration, item] = await made()
    const before = await rowsOf(world(), configuration)
    for (const caller of [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, configuration, item)
      expect([answer.status, answer.body]).toEqual([404, notFound('field_configuration')])
      expect(answer.body).toEqual((await send(caller, NOBODY, item)).body)
    }
    expect(await rowsOf(world(), configuration)).toEqual(before)
  })

  it('finds nothing at ids that no configuration has', async () => {
    const [, item] = await made()
    for (const id of [NOBODY, ...MALFORMED_IDS]) {
      const answer = await send(world().org, id, item)
      expect([id, answer.status, answer.body]).toEqual([id, 404, notFound('field_configuration')])
    }
  })

  if (who === 'everyone') {
    it('is everyone in the organization', async () => {
      const [configuration, item] = await made()
      for (const caller of [world().org, world().alice, world().mark, world().bob, world().carol]) {
        expect((await send(caller, configuration.toUpperCase(), item)).status).toBe(200)
      }
    })
    return
  }

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world().org, world().alice]) {
      const [configuration, item] = await made()
      expect((await send(caller, configuration, item)).status).toBeLessThan(300)
    }
    const [configuration, item] = await made()
    const before = await rowsOf(world(), configuration)
    for (const caller of [world().mark, world().bob, world().carol]) {
      const answer = await send(caller, configuration, item)
      expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
    }
    expect(await rowsOf(world(), configuration)).toEqual(before)
  })
}

/** Tests of an operation at the id of an item. */
export function guardsItems(
  world: () => World,
  send: (caller: Caller | undefined, configuration: string, item: string) => Promise<Answer>,
): void {
  it('an item that is not there, or that another configuration has', async () => {
    const [configuration, other] = [await configurationFor(world()), await configurationFor(world())]
    const elsewhere = await itemFor(world(), other)
    const before = await rowsOf(world(), other)
    for (const item of [NOBODY, elsewhere, ...MALFORMED_IDS]) {
      const answer = await send(world().org, configuration, item)
      const body = notFound('field_configuration_item', '/path/itemId')
      expect([item, answer.status, answer.body]).toEqual([item, 404, body])
    }
    expect(await rowsOf(world(), other)).toEqual(before)
  })
}
