import { beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../testing/browser-fixtures.ts'
import { call } from '../../testing/call.ts'
import { importFor } from '../../testing/import-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
let bob: Browser
beforeAll(async () => {
  world = await createWorld()
  bob = await signedIn(world.app, world.acme, world.bob.userId)
})

const pathOf = (id: string) => `/conversations/${id}/parts`
const spoken = (title: string, startedAt: string) =>
  importFor(world, {
    ...{ conversationTitle: title, conversationStartedAt: startedAt },
    transcript: {
      segments: ['One.', 'Two.'].map((text, at) => ({ speaker: 'Bob', text, start: at * 70, end: at * 70 + 5 })),
    },
  })
const read = async (id: string) => (await call(world.app, world.org, 'GET', `/conversations/${id}`)).body.attributes

describe('does', () => {
  it('preview a merge, merge, and undo', async () => {
    const [early, late] = [await spoken('Early', '2026-03-10T10:00:00Z'), await spoken('Late', '2026-03-10T10:05:00Z')]
    expect((await bob.get(`/conversations/${early}`)).text).toContain(`href="${pathOf(early)}"`)
    expect((await bob.get(pathOf(early))).text).toContain(`href="${pathOf(early)}?later=${late}#merge"`)
    const preview = await bob.get(`${pathOf(early)}?later=https://parley.test/conversations/${late}`)
    expect(preview.text).toContain('This call gets 2 lines of the later call at 5:00')
    const merged = await bob.submit(`${pathOf(early)}/merge`, preview, { later: late })
    expect(merged.location).toBe(`/conversations/${early}`)
    expect((await read(late)).archived).toBe(true)
    const history = await bob.get(pathOf(early))
    expect(history.text).toContain('was merged into')
    await bob.submit(`${pathOf(early)}/undo`, history, {})
    expect([(await read(early)).transcript, (await read(late)).archived]).toEqual(['Bob: One. Two.', false])
  })

  it('preview a split, and split', async () => {
    const id = await spoken('Both', '2026-03-10T10:00:00Z')
    const preview = await bob.get(`${pathOf(id)}?at=1:00`)
    expect(preview.text).toContain('gets 1 line from 1:10 on')
    const split = await bob.submit(`${pathOf(id)}/split`, preview, { at: '60' })
    const other = split.location?.split('/').at(-1) ?? ''
    expect([(await read(id)).transcript, (await read(other)).transcript]).toEqual(['Bob: One.', 'Bob: Two.'])
  })
})

describe('refuses', () => {
  it('say why there is no preview', async () => {
    const id = await spoken('Both', '2026-03-10T10:00:00Z')
    expect((await bob.get(`${pathOf(id)}?at=9:59`)).text).toContain('All lines are on one side')
    expect((await bob.get(`${pathOf(id)}?at=noon`)).text).toContain('Enter minutes and seconds')
    expect((await bob.get(`${pathOf(id)}?later=${id}`)).text).toContain('is the conversation itself')
  })
})
