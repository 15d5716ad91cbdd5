/** Operation 18: POST /actions/{action_uuid}/dismiss. */
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { type Answer, ask } from './ask.ts'
import { check } from './check.ts'
import { conversation, type Person, person } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey } from './shared-checks.ts'

let ann: Person
let ben: Person
let talk: string
let action: string
beforeAll(async () => {
  ann = await person('ann')
  ben = await person('ben')
  talk = await conversation({ userID: ann.id })
})
beforeEach(async () => {
  const made = await ask('POST', '/actions', {
    body: {
      owner_user_uuid: ann.id,
      entity_type: 'conversation',
      entity_id: talk,
      action_type: 'follow_up_email',
      title: 'Send the offer',
    },
  })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  action = made.body.data.uuid
})
const dismiss = (key: string): Promise<Answer> => ask('POST', `/actions/${action}/dismiss`, { key })

describe('every operation', () => {
  needsKey(() => ({ method: 'POST', path: `/actions/${action}/dismiss` }))
  isHiddenFromRivals(() => ({ method: 'POST', path: `/actions/${action}/dismiss` }), `/actions/${NOTHING}/dismiss`)
})

check('18.a', 'answers 200 with action_uuid and updated true, without a body sent', async () => {
  const answer = await dismiss(ann.key)
  expect([answer.status, answer.body]).toEqual([200, { action_uuid: action, updated: true }])
})

check('18.b', 'is no longer pending, and a second time changes nothing', async () => {
  await dismiss(ann.key)
  expect((await ask('GET', `/actions/${action}`, { key: ann.key })).body.data.status).toBe('dismissed')
  expect((await dismiss(ann.key)).body).toEqual({ action_uuid: action, updated: false })
})

check('18.b', 'is changed by one of eight concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => dismiss(ann.key)))
  expect(answers.filter(({ body }) => body.updated === true)).toHaveLength(1)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

check('18.c', 'answers 404 to another person and to an org-level key', async () => {
  expectError(await dismiss(ben.key), 404)
  expectError(await ask('POST', `/actions/${action}/dismiss`), 404)
  expectError(await ask('POST', `/actions/${NOTHING}/dismiss`, { key: ann.key }), 404)
  expect((await dismiss(ann.key)).body.updated).toBe(true)
})

check('all.d', 'returns application/json and application/vnd.api+json', async () => {
  for (const type of ['application/json', 'application/vnd.api+json']) {
    const answer = await ask('POST', `/actions/${action}/dismiss`, { key: ann.key, headers: { accept: type } })
    expect([answer.status, answer.type?.split(';')[0]]).toEqual([200, type])
  }
})
