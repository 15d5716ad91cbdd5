/** Operation 20: DELETE /field-configurations/{id}. */
import { beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { fieldConfiguration, person } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey } from './shared-checks.ts'

let configuration: string
beforeEach(async () => {
  configuration = (await fieldConfiguration()).id
})

const list = (query = '') => ask('GET', `/field-configurations/${configuration}/items${query}`)

describe('DELETE a configuration', () => {
  const path = () => `/field-configurations/${configuration}`
  needsKey(() => ({ method: 'DELETE', path: path() }))
  isHiddenFromRivals(() => ({ method: 'DELETE', path: path() }), `/field-configurations/${NOTHING}`)

  check('20.a', 'answers 204 without a body, and everything of it is gone', async () => {
    const answer = await ask('DELETE', path())
    expect([answer.status, answer.text]).toEqual([204, ''])
    expectError(await list(), 404)
    expectError(await ask('GET', `/field-configurations/${configuration}/assignments`), 404)
    expectError(await ask('DELETE', path()), 404)
  })

  check('20.b', 'answers 404 for one that is not there, and 403 to who may not', async () => {
    expectError(await ask('DELETE', `/field-configurations/none`), 404)
    const { key } = await person()
    expectError(await ask('DELETE', path(), { key }), 403)
    expect((await list()).body.data).toHaveLength(3)
  })
})
