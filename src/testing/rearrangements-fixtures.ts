/** Two calls of which the second continues the first, and requests that merge and split them. */
import { call } from './call.ts'
import { importFor } from './import-fixtures.ts'
import type { Caller, World } from './world.ts'

const START = '2026-03-10T10:00:00Z'
const ann = { name: 'Ann', email: 'ann@customer.example' }
export const spoken = (...texts: string[]) => ({
  segments: texts.map((text, at) => ({
    speaker: at % 2 === 0 ? 'Ann' : 'Bob',
    text,
    start: at * 10,
    end: at * 10 + 5,
  })),
})
/** Functions that send the requests as Bob, who owns the calls, unless another caller is given. */
export function rearrangementsOf(getWorld: () => World) {
  const early = (given: Record<string, unknown> = {}) =>
    importFor(getWorld(), {
      ...{ conversationTitle: 'Early', conversationStartedAt: START, labels: { Stage: 'Opening' } },
      ...{ transcript: spoken('Can you hear me?', 'Barely.'), participants: [ann] },
      ...given,
    })
  const late = (given: Record<string, unknown> = {}) =>
    importFor(getWorld(), {
      ...{ conversationTitle: 'Late', conversationStartedAt: '2026-03-10T10:05:00Z' },
      ...{ transcript: spoken('Better now.', 'Much better.'), labels: { Stage: 'Closing', Mood: 'Good' } },
      ...{ participants: [ann, { name: 'Bob', email: 'bob@acme.example' }] },
      ...{ linkedCrmRecords: [{ code: 'account', id: 'A-1' }] },
      ...given,
    })

  const post = (path: string, body: unknown = {}, caller: Caller | undefined = getWorld().bob) =>
    call(getWorld().app, caller, 'POST', `/conversations/${path}`, { body })
  const read = async (id: string) =>
    (
      await call(getWorld().app, getWorld().bob, 'GET', `/conversations/${id}`, {
        query: { 'filter[include_internal_participants]': 'true' },
      })
    ).body.attributes
  const said = async (id: string) => (await read(id)).transcript as string
  const startsOf = async (id: string) => {
    const { body } = await call(getWorld().app, getWorld().bob, 'GET', `/conversations/${id}/transcript`)
    return body.data.map(({ start }: { start: number }) => start)
  }
  const historyOf = async (id: string, caller = getWorld().bob) =>
    (await call(getWorld().app, caller, 'GET', `/conversations/${id}/rearrangements`)).body.data
  return { early, late, post, read, said, startsOf, historyOf }
}
