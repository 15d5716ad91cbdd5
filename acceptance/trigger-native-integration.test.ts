/** Operation 13: POST /conversations/{id}/trigger-native-integration. */
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { conversation, person } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey, takesBothTypes } from './shared-checks.ts'

let workflow: string
let other: string
let id: string
beforeAll(async () => {
  // Nobody is there: what is triggered is tried, and nothing of it leaves the service.
  const connection = await make('/crm-connections', {
    ...{ kind: 'http', name: 'Acceptance', url: 'https://crm.acceptance.invalid' },
  })
  const workflowOf = () =>
    make('/integration-workflows', {
      ...{ name: 'Acceptance', connectionUUID: connection, entityCode: 'deals' },
      fieldMapping: [{ fieldKey: 'pain', crmField: 'pain' }],
    })
  workflow = await workflowOf()
  other = await workflowOf()
})
beforeEach(async () => {
  id = await conversation()
})

async function make(path: string, body: unknown): Promise<string> {
  const made = await ask('POST', path, { body })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return made.body.data.uuid
}

const trigger = (body?: unknown, of = id) =>
  ask('POST', `/conversations/${of}/trigger-native-integration`, body === undefined ? {} : { body })
const request = () => ({
  method: 'POST',
  path: `/conversations/${id}/trigger-native-integration`,
  body: { workflowIds: [workflow] },
})

describe('every operation', () => {
  needsKey(request)
  takesBothTypes(request)
  isHiddenFromRivals(request, `/conversations/${NOTHING}/trigger-native-integration`)
})

describe('does', () => {
  check('13.a', 'returns 202 before the work is done', async () => {
    const answer = await trigger({ workflowIds: [workflow] })
    expect(answer.status).toBe(202)
    const path = `/integration-runs/${answer.body.workflows[0].runId}`
    for (const until = Date.now() + 20_000; ; await new Promise((done) => setTimeout(done, 200))) {
      const { status } = (await ask('GET', path)).body.data
      if (status === 'skipped') break
      expect(['pending', 'running']).toContain(status)
      expect(Date.now()).toBeLessThan(until)
    }
  })

  check('13.b', 'answers with an array of workflowId and runId, and nothing else', async () => {
    const { body } = await trigger({ workflowIds: [workflow, other] })
    const text = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(body).toEqual({
      workflows: [
        { workflowId: text, runId: text },
        { workflowId: text, runId: text },
      ],
    })
  })

  check('13.c', 'returns the same workflowId every time, and one for each conversation and workflow', async () => {
    const idOf = async (of: string, which = workflow) =>
      (await trigger({ workflowIds: [which] }, of)).body.workflows[0].workflowId
    const first = await idOf(id)
    expect(await idOf(id)).toBe(first)
    expect(await idOf(id, other)).not.toBe(first)
    expect(await idOf(await conversation())).not.toBe(first)
  })

  check('13.c', 'starts one run for eight concurrent triggers', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => trigger({ workflowIds: [workflow] })))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202))
    const runs = new Set(answers.map(({ body }) => body.workflows[0].runId))
    const listed = await ask('GET', `/integration-runs?conversationUUID=${id}`)
    expect(listed.body.meta.totalRecords).toBe(runs.size)
  })
})

describe('limits and errors', () => {
  check('13.d', 'requires no field of its body, and no body', async () => {
    for (const body of [undefined, {}, { autoExecution: true }, { fieldKeys: ['pain'], autoExecution: false }]) {
      const answer = await trigger(body)
      expect([answer.status, answer.body.workflows.length]).toEqual([202, expect.toSatisfy((n: number) => n >= 2)])
    }
  })

  check('13.d', 'rejects unknown workflows and fields of another type, and points at them', async () => {
    for (const [body, pointer] of [
      [{ workflowIds: [NOTHING] }, '/workflowIds/0'],
      [{ workflowIds: workflow }, '/workflowIds'],
      [{ workflowIds: [7] }, '/workflowIds/0'],
      [{ fieldKeys: 'pain' }, '/fieldKeys'],
      [{ autoExecution: 'yes' }, '/autoExecution'],
    ] as const) {
      expectError(await trigger(body), 400, pointer)
    }
  })

  check('13.d', 'answers 404 to who does not see the conversation', async () => {
    const rep = await person()
    expectError(await ask('POST', `/conversations/${id}/trigger-native-integration`, { key: rep.key }), 404, '/path/id')
  })
})
