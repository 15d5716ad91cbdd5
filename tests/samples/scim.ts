import { newId } from '../../src/core/clock.ts'
import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const scimSamples: SamplesOf = async (world) => {
  const make = async (path: string, body: unknown) =>
    (await call(world.app, world.org, 'POST', path, { body })).body.id as string
  // Names of their own, as samples are made more than once in one organization.
  const userName = () => `ann.${newId()}@acme.example`
  const displayName = () => `Sales ${newId()}`
  const user = { path: { id: await make('/scim/Users', { userName: userName() }) } }
  const group = { path: { id: await make('/scim/Groups', { displayName: displayName() }) } }
  const gone = { path: { id: await make('/scim/Users', { userName: userName() }) } }
  const over = { path: { id: await make('/scim/Groups', { displayName: displayName() }) } }
  const patch = (path: string, value: unknown) => ({ body: { Operations: [{ op: 'replace', path, value }] } })
  return {
    listScimUsers: {},
    searchScimUsers: { body: { filter: 'userName co "acme"', count: 10 } },
    createScimUser: { body: { userName: userName() } },
    getScimUser: user,
    replaceScimUser: { ...user, body: { userName: userName(), name: { givenName: 'Ann' } } },
    updateScimUser: { ...user, ...patch('title', 'Sales lead') },
    deleteScimUser: gone,
    getScimMe: { caller: world.alice },
    listScimGroups: {},
    searchScimGroups: { body: { filter: 'displayName sw "Sales"', attributes: ['displayName'] } },
    createScimGroup: { body: { displayName: displayName() } },
    getScimGroup: group,
    replaceScimGroup: { ...group, body: { displayName: displayName(), members: [{ value: world.bob.userId }] } },
    updateScimGroup: { ...group, ...patch('displayName', displayName()) },
    deleteScimGroup: over,
    getScimServiceProviderConfig: {},
    getScimServiceProviderConfigs: {},
    listScimResourceTypes: {},
    getScimResourceType: { path: { name: 'User' }, makesItsOwn: true },
    listScimSchemas: {},
    getScimSchema: { path: { urn: 'urn:ietf:params:scim:schemas:core:2.0:Group' }, makesItsOwn: true },
  }
}
