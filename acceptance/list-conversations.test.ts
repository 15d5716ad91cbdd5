/** Operation 3: GET /conversations. */
import { expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { checksOfList, countEmptyOnes, EXTRACTED, filter, keysOf } from './conversation-lists.ts'

checksOfList('/conversations')

check('3.a', 'accepts pages larger than 50', async () => {
  for (const size of [51, 500]) expect((await ask('GET', `/conversations?size=${size}`)).status).toBe(200)
})

check('3.b', 'always returns extracted intelligence', async () => {
  expect(await keysOf(`/conversations?${filter}`)).toEqual(expect.arrayContaining(EXTRACTED))
})

check('3.b', 'excludes empty conversations', async () => {
  expect(await countEmptyOnes('/conversations')).toBe(0)
})
