/** Operation 19: DELETE /field-configurations/{id}/items/{itemId}. */
import { beforeEach, describe, expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { fieldConfiguration } from './people.ts'
import { expectError, isHiddenFromRivals, NOTHING, needsKey } from './shared-checks.ts'

let configuration: string
let items: readonly string[]
beforeEach(async () => {
  const made = await fieldConfiguration()
  configuration = made.id
  items = made.items
})

const list = (query = '') => ask('GET', `/field-configurations/${configuration}/items${query}`)
const assignments = async () => (await ask('GET', `/field-configurations/${configuration}/assignments`)).body.data

describe('DELETE an item', () => {
  const path = () => `/field-configurations/${configuration}/items/${items[0]}`
  needsKey(() => ({ method: 'DELETE', path: path() }))
  isHiddenFromRivals(() => ({ method: 'DELETE', path: path() }), `/field-configurations/${NOTHING}/items/${NOTHING}`)

  check('19.a', 'answers 204 without a body, and the item is gone with its assignments', async () => {
    expect(await assignments()).toHaveLength(6)
    const answer = await ask('DELETE', path())
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await list()).body.data).toHaveLength(2)
    const left = await assignments()
    expect(left).toHaveLength(4)
    expect(left.map((one: { intelligenceItemUUID: string }) => one.intelligenceItemUUID)).not.toContain(items[0])
    expectError(await ask('DELETE', path()), 404)
  })

  check('19.b', 'answers 404 for an item of another configuration', async () => {
    const other = await ask('POST', '/field-configurations', { body: { name: 'Other', allTeams: true } })
    expectError(await ask('DELETE', `/field-configurations/${other.body.data.uuid}/items/${items[0]}`), 404)
    expect((await list()).body.data).toHaveLength(3)
  })
})
