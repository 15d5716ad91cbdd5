/** Operation 12: POST /ask_assistant (deprecated), and what comes after it. */
import { beforeAll, describe, expect } from 'vitest'
import { ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'
import { conversation, person } from './people.ts'
import { expectError, expectProblem, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

const SAID = [
  {
    speaker: 'Ann',
    sentence: 'The renewal of the contract costs forty thousand euros.',
    startTimestamp: 1,
    endTimestamp: 5,
  },
  { speaker: 'Ben', sentence: 'We will sign the renewal in September.', startTimestamp: 6, endTimestamp: 9 },
]
const PROMPT = 'What does the renewal of the contract cost?'

let id: string
beforeAll(async () => {
  id = await conversation({ transcript: { final: SAID } })
})
const bodyOf = (more: object = {}) => ({ context_type: 'conversation', context_id: id, prompt: PROMPT, ...more })
const put = (more: object = {}, key?: string) =>
  ask('POST', '/ask_assistant', { body: bodyOf(more), ...(key === undefined ? {} : { key }) })
const request = () => ({ method: 'POST', path: '/ask_assistant', body: bodyOf() })

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
})

describe('does', () => {
  check('12.a', 'answers output and the conversations it used', async () => {
    const answer = await put()
    expect([answer.status, answer.body]).toEqual([
      200,
      { output: expect.stringContaining('forty thousand euros'), conversations_used: [id] },
    ])
  })

  check('12.b', 'accepts a context_type, a context_id and a prompt', async () => {
    for (const [pointer, more] of [
      ['/context_type', { context_type: undefined }],
      ['/context_type', { context_type: 'nothing' }],
      ['/context_id', { context_id: undefined }],
      ['/prompt', { prompt: undefined }],
      ['/prompt', { prompt: '' }],
      ['/prompt', { prompt: 'x'.repeat(4001) }],
    ] as const) {
      expectError(await put(more), 400, pointer)
    }
    expect((await put({ prompt: 'x'.repeat(4000) })).status).toBe(200)
  })

  check('12.c', 'states that the answer isn’t there, and uses no conversation', async () => {
    const { body } = await put({ prompt: 'Why did Professor Hartmann leave the Antarctic glacier expedition?' })
    expect(body).toEqual({ output: expect.any(String), conversations_used: [] })
    expect(body.output).not.toContain('forty')
  })

  check('12.d', 'is marked as deprecated', async () => {
    const { headers } = await put()
    expect(headers.get('deprecation')).toMatch(/^@\d+$/)
    expect(headers.get('link')).toMatch(/\/v2\/ask_assistant\/v2>; rel="successor-version"$/)
  })

  check('12.e', 'answers nothing from what the caller does not see, or what is not there', async () => {
    const hidden = await conversation({ transcript: { final: SAID }, private: true })
    const rep = await person()
    expectError(await put({ context_id: hidden }, rep.key), 404, '/context_id')
    expectError(await put({ context_id: id }, RIVAL_KEY), 404, '/context_id')
    expectError(await put({ context_id: NOTHING }), 404, '/context_id')
    await expectProblem({ ...request(), body: bodyOf({ context_id: NOTHING }) }, 404)
  })
})
