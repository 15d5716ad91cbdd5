/** People, teams and conversations to try things with, made through the service itself. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { ask } from './ask.ts'

export interface Person {
  readonly id: string
  readonly email: string
  /** A user-level key. */
  readonly key: string
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const ROLE_SCHEMA = 'urn:parley:params:scim:schemas:extension:1.0:User'

/** A sales rep or whoever, as an identity provider makes one, with a key of their own. */
export async function person(name = 'rep', role: 'ADMIN' | 'MANAGER' | 'SALES_REP' = 'SALES_REP'): Promise<Person> {
  const roles = (await ask('GET', '/organizations/roles')).body.data as { uuid: string; type: string }[]
  const email = `${name}-${randomUUID()}@acceptance.example`
  const made = await ask('POST', '/scim/Users', {
    body: {
      schemas: [USER_SCHEMA, ROLE_SCHEMA],
      [ROLE_SCHEMA]: { roleUUID: roles.find(({ type }) => type === role)?.uuid },
      userName: email,
      name: { givenName: name, familyName: 'Acceptance' },
      active: true,
      emails: [{ value: email, type: 'work', primary: true }],
    },
    headers: { 'content-type': 'application/scim+json' },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const key = await ask('POST', '/api_keys', { body: { name: email, org_level: false, user_uuid: made.body.id } })
  expect([key.status, key.text]).toEqual([201, expect.any(String)])
  return { id: made.body.id, email, key: key.body.data.token }
}

/** @returns the id of a new team */
export async function team(members: readonly Person[] = []): Promise<string> {
  const made = await ask('POST', '/scim/Groups', {
    body: {
      schemas: [GROUP_SCHEMA],
      displayName: `Team ${randomUUID()}`,
      members: members.map(({ id, email }) => ({ value: id, display: email })),
    },
    headers: { 'content-type': 'application/scim+json' },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return made.body.id
}

export const SAID = [
  { speaker: 'Ann', sentence: 'Good morning.', startTimestamp: 0.5, endTimestamp: 1.25 },
  { speaker: 'Ben', sentence: 'Morning, Ann.', startTimestamp: 1.5, endTimestamp: 2.75 },
  { speaker: 'Ann', sentence: 'Shall we talk about the renewal?', startTimestamp: 3, endTimestamp: 60 },
]

/** @returns the id of a new conversation of one minute */
export async function conversation(more: Record<string, unknown> = {}): Promise<string> {
  const made = await ask('POST', '/conversations/import', {
    body: {
      conversationTitle: 'Acceptance',
      conversationStartedAt: '2026-03-02T09:00:00Z',
      transcript: { final: SAID },
      ...more,
    },
  })
  expect([made.status, made.text]).toEqual([202, expect.any(String)])
  return made.body.uuid
}

/** @returns a new label and one of its options */
export async function label(): Promise<{ id: string; optionId: string }> {
  const made = await ask('POST', '/labels', {
    body: { name: `Stage ${randomUUID()}`, options: [{ value: 'Open' }, { value: 'Closing' }] },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return { id: made.body.data.uuid, optionId: made.body.data.options[1].id }
}

/** @returns the id of a new field configuration of two teams, and those of its three items in their order */
export async function fieldConfiguration(): Promise<{ id: string; items: readonly string[] }> {
  const made = await ask('POST', '/field-configurations', {
    body: { name: 'Qualification', allTeams: false, teamsUUID: [await team(), await team()] },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const id = made.body.data.uuid
  const items: string[] = []
  for (const title of ['Budget', 'Authority', 'Need']) {
    const item = await ask('POST', `/field-configurations/${id}/items`, {
      body: { title, category: 'CRM', contents: `What is said about ${title.toLowerCase()}?` },
    })
    expect([item.status, item.text]).toEqual([201, expect.any(String)])
    items.push(item.body.data.uuid)
  }
  return { id, items }
}
