/** Connections, workflows and confirmed values of acme, and stand-ins of CRMs for them. */
import { call } from './call.ts'
import { createTestApp } from './create-test-app.ts'
import { HUBSPOT_TOKEN } from './hubspot-server.ts'
import { importFor } from './import-fixtures.ts'
import { SALESFORCE_CLIENT } from './salesforce-server.ts'
import { type Caller, createWorld, type World } from './world.ts'

/** A world whose app may ask stand-ins on the loopback, by a clock that can be set forward. */
export async function createCrmWorld(): Promise<World & { later(ms: number): void }> {
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const world = await createWorld(await createTestApp({ allowed: '127.0.0.0/8', clock }))
  return {
    ...world,
    later(ms) {
      ahead += ms
    },
  }
}

const CREDENTIALS = {
  hubspot: { token: HUBSPOT_TOKEN },
  salesforce: { clientId: SALESFORCE_CLIENT.clientId, clientSecret: SALESFORCE_CLIENT.clientSecret },
  http: {},
} as const

/** @returns what the answer told of it */
export async function connectionFor(
  world: World,
  kind: keyof typeof CREDENTIALS,
  url: string,
  given: Record<string, unknown> = {},
  caller: Caller = world.org,
) {
  const body = { kind, name: `Our ${kind}`, url, credentials: CREDENTIALS[kind], syncMinutes: 0, ...given }
  const answer = await call(world.app, caller, 'POST', '/crm-connections', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

export async function workflowFor(
  world: World,
  connectionUUID: string,
  given: Record<string, unknown> = {},
  caller: Caller = world.org,
) {
  const body = {
    ...{ name: 'Deals', connectionUUID, entityCode: 'deals' },
    fieldMapping: [{ fieldKey: 'pain', crmField: 'pain' }],
    ...given,
  }
  const answer = await call(world.app, caller, 'POST', '/integration-workflows', { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.data
}

/**
 * What the conversation tells as confirmed, in the place of what it told: any values under any keys, as no field item
 * would have them.
 */
export async function confirm(world: World, conversation: string, values: Record<string, unknown>): Promise<void> {
  const told = Object.entries(values).map(([key, value]) => [
    key,
    { id: key, key, title: key, value, category: 'CRM', source: 'human', confidence: 1, evidence: [] },
  ])
  await world.app.store.owner.query(
    'update conversation_details set confirmed_extracted_intelligence = $2 where conversation_id = $1',
    [conversation, JSON.stringify(Object.fromEntries(told))],
  )
}

/** A conversation of bob's, analyzed, with links to these records and these confirmed values. */
export async function talkWith(
  world: World,
  links: readonly { code: string; id: string }[],
  values: Record<string, unknown> = { pain: 'Slow reports' },
  given: Record<string, unknown> = {},
): Promise<string> {
  const id = await importFor(world, { linkedCrmRecords: links, ...given })
  // The analysis tells what is confirmed anew.
  await world.app.drain(world.acme)
  await confirm(world, id, values)
  return id
}

export const trigger = (world: World, caller: Caller | undefined, conversation: string, body: object = {}) =>
  call(world.app, caller, 'POST', `/conversations/${conversation}/trigger-native-integration`, { body })

export const runOf = async (world: World, run: string, caller: Caller = world.org) =>
  (await call(world.app, caller, 'GET', `/integration-runs/${run}`)).body.data

export const exportStatusOf = async (world: World, conversation: string): Promise<string> =>
  (await call(world.app, world.org, 'GET', `/conversations/${conversation}`)).body.attributes.crmExportStatus
