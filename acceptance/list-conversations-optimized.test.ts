/** Operation 2: GET /conversations/list. */
import { expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { checksOfList, countEmptyOnes, EXTRACTED, filter, keysOf } from './conversation-lists.ts'
import { expectError } from './shared-checks.ts'

checksOfList('/conversations/list')

check('2.d', 'accepts sizes of 49 and 50 and rejects 51', async () => {
  for (const size of [49, 50]) expect((await ask('GET', `/conversations/list?size=${size}`)).status).toBe(200)
  expectError(await ask('GET', '/conversations/list?size=51'), 400, '/query/size')
})

check('2.b', 'returns extracted intelligence with CRM records only', async () => {
  for (const name of EXTRACTED) expect(await keysOf(`/conversations/list?${filter}`)).not.toContain(name)
  expect(await keysOf(`/conversations/list?${filter}&withCrmRecords=true`)).toEqual(expect.arrayContaining(EXTRACTED))
})

check('2.c', 'includes empty conversations', async () => {
  expect(await countEmptyOnes('/conversations/list')).toBe(1)
})
