/** Operation 3: GET /conversations. */
import { expect } from 'vitest'
import { ask } from './ask.ts'
import { check } from './check.ts'
import { checksOfList, EXTRACTED, filter, keysOf, toldOfSilent } from './conversation-lists.ts'

checksOfList('/conversations')

check('3.a', 'takes pages larger than 50', async () => {
  for (const size of [51, 500]) expect((await ask('GET', `/conversations?size=${size}`)).status).toBe(200)
})

check('3.b', 'tells extracted intelligence always', async () => {
  expect(await keysOf(`/conversations?${filter}`)).toEqual(expect.arrayContaining(EXTRACTED))
})

check('3.b', 'excludes empty conversations', async () => {
  expect(await toldOfSilent('/conversations')).toBe(0)
})
