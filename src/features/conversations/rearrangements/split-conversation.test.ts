import { beforeAll, describe, expect, it } from 'vitest'
import { rearrangementsOf, spoken } from '../../../testing/rearrangements-fixtures.ts'
import { refusedField } from '../../../testing/refusals.ts'
import { createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
const { early, post, read, said, startsOf } = rearrangementsOf(() => world)

describe('a split', () => {
  it('creates a conversation of the later lines that starts at 0, and can be undone', async () => {
    const id = await early({ transcript: spoken('First call.', 'Bye.', 'Second call.', 'Hello.') })
    const { body } = await post(`${id}/split`, { atSeconds: 12 })
    expect(body).toMatchObject({
      ...{ segments: 2, otherSegments: 2, splitSeconds: 20, otherTitle: 'Early (part 2)' },
      otherStartedAt: '2026-03-10T10:00:20.000Z',
    })
    expect([await said(id), await said(body.otherUUID)]).toEqual([
      'Ann: First call.\nBob: Bye.',
      'Ann: Second call.\nBob: Hello.',
    ])
    expect(await startsOf(body.otherUUID)).toEqual([0, 10])
    expect(await read(body.otherUUID)).toMatchObject({ labels: { Stage: 'Opening' }, participants: [{ name: 'Ann' }] })
    await post(`${id}/rearrangements/${body.uuid}/undo`)
    expect(await said(id)).toBe('Ann: First call.\nBob: Bye.\nAnn: Second call.\nBob: Hello.')
    expect((await read(body.otherUUID)).archived).toBe(true)
  })

  it('refuses a time outside, a line of another version, and a transcript without times', async () => {
    const id = await early()
    const codes = await Promise.all(
      [{ atSeconds: 500 }, { atSeconds: 0 }, { segment: 1, transcriptVersion: 9 }].map(
        async (body) => (await post(`${id}/split`, body)).body.code,
      ),
    )
    expect(codes).toEqual(['nothing_to_split', 'nothing_to_split', 'transcript_changed'])
    expect((await post(`${id}/split`, {})).body).toEqual(refusedField('/segment'))
    expect((await post(`${id}/split`, { segment: 1 })).body).toEqual(refusedField('/transcriptVersion'))
    const untimed = await early({ transcript: 'Ann: One.\nBob: Two.' })
    expect((await post(`${untimed}/split`, { atSeconds: 5 })).body.code).toBe('no_times')
    const cut = await post(`${untimed}/split`, { segment: 1, transcriptVersion: 1, title: 'Second' })
    expect(cut.body).toMatchObject({ otherTitle: 'Second', splitSeconds: null, otherStartedAt: null })
  })
})
