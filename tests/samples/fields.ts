import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const fieldSamples: SamplesOf = async (world, conversation) => {
  const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await call(world.app, world.org, method, `/field-configurations${path}`, body === undefined ? {} : { body })).body
  const configuration = { name: 'Discovery', teamsUUID: [world.teams.north] }
  const item = { title: 'Next step', contents: 'What was agreed to happen next?' }
  const { data: kept } = await send('POST', '', configuration)
  const { data: doomed } = await send('POST', '', configuration)
  const { data: keptItem } = await send('POST', `/${kept.uuid}/items`, item)
  const { data: doomedItem } = await send('POST', `/${kept.uuid}/items`, item)
  const { data: assigned } = await send('POST', '', configuration)
  await send('POST', `/${assigned.uuid}/items`, item)
  const { data: assignments } = await send('GET', `/${assigned.uuid}/assignments`)
  const { data: everywhere } = await send('POST', '', { name: 'Everywhere' })
  const { data: seats } = await send('POST', `/${everywhere.uuid}/items`, { title: 'Seats', responseType: 'number' })
  const { data: budget } = await send('POST', `/${everywhere.uuid}/items`, { title: 'Budget', responseType: 'number' })
  const ofConversation = { path: { id: conversation } }
  const { body: filled } = await call(world.app, world.org, 'POST', `/conversations/${conversation}/crm/confirm`, {
    body: { intelligence: [{ key: budget.key, value: 3 }] },
  })
  const ofConfiguration = { path: { id: kept.uuid } }
  const ofItem = { path: { id: kept.uuid, itemId: keptItem.uuid } }
  return {
    listFieldConfigurations: { query: { teamUUID: world.teams.north } },
    createFieldConfiguration: { body: configuration },
    getFieldConfiguration: ofConfiguration,
    updateFieldConfiguration: { ...ofConfiguration, body: { name: 'Renewal' } },
    deleteFieldConfiguration: { path: { id: doomed.uuid } },
    listFieldAssignments: ofConfiguration,
    updateFieldAssignment: {
      path: { id: assigned.uuid, assignmentId: assignments[0].uuid },
      body: { displayOrder: 2 },
    },
    listFieldConfigurationItems: ofConfiguration,
    createFieldConfigurationItem: { ...ofConfiguration, body: item },
    getFieldConfigurationItem: ofItem,
    updateFieldConfigurationItem: { ...ofItem, body: { title: 'Next steps' } },
    listFieldValues: ofConversation,
    listConversationFieldItems: ofConversation,
    confirmFieldValues: { ...ofConversation, body: { intelligence: [{ key: seats.key, value: 60 }] } },
    rejectFieldValues: { ...ofConversation, body: { ids: [filled.data[0].id] } },
    deleteFieldConfigurationItem: { path: { id: kept.uuid, itemId: doomedItem.uuid } },
  }
}
