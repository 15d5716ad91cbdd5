/** Tasks in answers about action items: what people decided about a promise counts. */
import { beforeAll, expect, it } from 'vitest'
import { call } from '../../../../testing/call.ts'
import { importFor } from '../../../../testing/import-fixtures.ts'
import { createWorld, type World } from '../../../../testing/world.ts'

const CONTRACT = 'I will send you the contract by Friday.'
const LIST = 'I will send you the price list by Monday.'

let world: World
let id: string

beforeAll(async () => {
  world = await createWorld()
  id = await importFor(world, {
    ...{ conversationTitle: 'Harbor demo', conversationStartedAt: '2026-02-10T10:00:00Z', userID: world.bob.userId },
    participants: [
      { name: 'Bob Reed', email: 'bob@acme.example' },
      { name: 'Karin Vos', email: 'karin@harbor.example' },
    ],
    transcript: {
      segments: [
        { speaker: 'Karin Vos', text: 'We need twenty trucks before the summer starts.', start: 0, end: 10 },
        { speaker: 'Bob Reed', text: `${CONTRACT} ${LIST}`, start: 10, end: 20 },
        { speaker: 'Karin Vos', text: 'Great, thank you.', start: 20, end: 30 },
      ],
    },
  })
  await world.app.drain(world.acme)
})

const ask = async (prompt: string, ids?: readonly string[]) => {
  const body = { prompt, ...(ids === undefined ? {} : { conversation_ids: ids }) }
  return (await call(world.app, world.bob, 'POST', '/ask_assistant/v2', { body })).body
}

const OVERDUE = 'What did we promise customers that is not done yet?'

it('leaves out what is done and dismissed, and states what is known', async () => {
  const before = await ask(OVERDUE)
  expect(before.output).toContain('contract')
  expect(before.output).toContain('price list')
  expect(before.notice).toContain('Only tasks have a status.')

  const body = { conversationUUID: id, text: 'Send the contract', quote: CONTRACT }
  const task = (await call(world.app, world.bob, 'POST', '/tasks', { body })).body.data
  await call(world.app, world.bob, 'PATCH', `/tasks/${task.uuid}`, { body: { status: 'done' } })
  const done = await ask(OVERDUE)
  expect(done.output).not.toContain('contract')
  expect(done.output).toContain('price list')

  const all = await ask('What are the action items?', [id])
  expect(all.output).toContain('Bob Reed: Send the contract (done)')
  const draft = await ask('Draft a follow-up email', [id])
  expect(draft.output).toContain('price list')
  expect(draft.output).not.toContain('Next step: Bob Reed: Send the contract')

  const other = { conversationUUID: id, text: LIST, quote: LIST, status: 'dismissed' }
  expect((await call(world.app, world.bob, 'POST', '/tasks', { body: other })).status).toBe(201)
  expect((await ask('What are the action items?', [id])).output).not.toContain('price list')
})
