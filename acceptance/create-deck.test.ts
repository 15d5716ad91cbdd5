/** Operation 6: POST /create_deck. */
import { beforeAll, describe, expect } from 'vitest'
import { type Answer, ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'
import { conversation, type Person, person } from './people.ts'
import { expectError, expectProblem, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let ann: Person
let talk: string
beforeAll(async () => {
  ann = await person('ann')
  talk = await conversation({ userID: ann.id })
})

const create = (more: Record<string, unknown> = {}, key?: string): Promise<Answer> =>
  ask('POST', '/create_deck', { body: { context_id: talk, ...more }, ...(key === undefined ? {} : { key }) })
const stored = async ({ body }: Answer) =>
  (await ask('GET', `/decks/${new URL(body.link).pathname.split('/').at(-1)}`)).body.data

const request = () => ({ method: 'POST', path: '/create_deck', body: { context_id: talk } })
describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
})

describe('does', () => {
  check('6.b', 'answers 200 with success, link, an empty error and the addresses', async () => {
    const answer = await create()
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, link: expect.stringMatching(/^https?:/), error: '', emails_shared_with: [] },
    ])
  })

  check('6.a', 'creates slides from a conversation, which their creator can read', async () => {
    const deck = await stored(await create())
    expect(deck.document.slides.length).toBeGreaterThan(0)
    expect(JSON.stringify(deck.document)).toContain('renewal')
  })

  check('6.a', 'is made of an opportunity and of a snippet too', async () => {
    const opportunityID = `deal-${talk}`
    await conversation({ opportunityID })
    expect((await create({ context_id: opportunityID })).body).toMatchObject({ success: true, error: '' })
    const snippet = await ask('POST', '/snippets', {
      body: { user_uuid: ann.id, conversation_id: talk, video: { start_time: 0, end_time: 50 } },
    })
    expect((await create({ context_id: snippet.body.id })).body).toMatchObject({ success: true, error: '' })
  })

  check('6.c', 'accepts the five kinds of decks, 1 and 40 slides, and instructions', async () => {
    for (const deck_type of ['recap', 'proposal', 'business_review', 'pitch', 'custom']) {
      expect([deck_type, (await create({ deck_type })).body.success]).toEqual([deck_type, true])
    }
    for (const slides of [1, 40]) expect((await create({ slides })).body.success).toBe(true)
    expect((await create({ additional_instructions: 'Begin with the renewal.' })).body.success).toBe(true)
  })

  check('6.d', 'shares it with users and with others', async () => {
    const users_to_share = [ann.email, 'guest@customer.example']
    const answer = await create({ users_to_share })
    expect(answer.body.emails_shared_with).toEqual(users_to_share)
    const shown = await ask('GET', new URL(answer.body.link).pathname, { key: ann.key })
    expect(shown.status).toBe(200)
  })

  check('6.e', 'creates a slide for each entry of the structure', async () => {
    const structure = [
      { layout_instruction: 'title', content_instruction: 'The renewal' },
      { layout_instruction: 'bullets', content_instruction: 'What is said about elephants?' },
    ]
    const { document } = await stored(await create({ structure, slides: 9 }))
    expect(document.slides.map(({ layout }: { layout: string }) => layout)).toEqual(['title', 'section'])
  })
})

describe('limits and errors', () => {
  check('6.c', 'rejects another kind, 0 and 41 slides, and no context', async () => {
    expectError(await create({ deck_type: 'novel' }), 400, '/deck_type')
    for (const slides of [0, 41, 1.5, 'two']) expectError(await create({ slides }), 400, '/slides')
    expectError(await create({ context_id: undefined }), 400, '/context_id')
    expectError(await create({ additional_instructions: 'a'.repeat(4_001) }), 400, '/additional_instructions')
  })

  check('6.d', 'rejects an invalid address and names its position', async () => {
    expectError(await create({ users_to_share: ['nobody'] }), 400, '/users_to_share/0')
    expectError(await create({ users_to_share: ['a@customer.example', 7] }), 400, '/users_to_share/1')
  })

  check('6.e', 'rejects a structure of more than 40 entries, and one of none', async () => {
    const structure = Array.from({ length: 41 }, () => ({ layout_instruction: 'table', content_instruction: 'All' }))
    expectError(await create({ structure }), 400, '/structure')
    expectError(await create({ structure: [] }), 400, '/structure')
  })

  check('6.b', 'states why there are no slides if the conversation is empty', async () => {
    const silent = await conversation({ transcript: undefined, mediaURL: 'https://media.customer.example/a.mp3' })
    const answer = await create({ context_id: silent, users_to_share: ['guest@customer.example'] })
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: false, link: '', error: expect.stringMatching(/./), emails_shared_with: [] },
    ])
  })

  check('all.g', 'answers 404 for a context that is not there, of rivals, or hidden', async () => {
    expectError(await create({ context_id: NOTHING }), 404, '/context_id')
    expectError(await create({}, RIVAL_KEY), 404, '/context_id')
    const hidden = await conversation({ private: true })
    expectError(await create({ context_id: hidden }, ann.key), 404, '/context_id')
    await expectProblem({ method: 'POST', path: '/create_deck', body: { context_id: NOTHING } }, 404)
  })
})
