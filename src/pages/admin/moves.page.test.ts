/** Moves in the app: the list, and the ledger of each. */
import { beforeAll, describe, expect, it } from 'vitest'
import { storeMove } from '../../testing/moves-fixtures.ts'
import { signedIn } from '../../testing/sign-in-fixtures.ts'
import { createWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const MOVES = '/admin/moves'

describe('does', () => {
  it('shows how to start a move, then each move with its ledger', async () => {
    const alice = await signedIn(world.app, world.acme, world.alice.userId)
    const before = await alice.get(MOVES)
    expect(before.text).toContain('No moves yet')
    expect(before.text).toContain('parley move gong')
    const id = await storeMove(world)
    expect((await alice.get(MOVES)).text).toContain(`href="${MOVES}/${id}"`)
    const { text } = await alice.get(`${MOVES}/${id}`)
    expect(text).toMatch(/<title>Move from gong-/)
    expect(text).toMatch(/ana@acme\.example<\/bdi> <span class="soft">default owner/)
    expect(text).toContain('The vendor has none.')
    expect(text).toContain('Objections')
    expect(text).toContain('no phrases')
    expect(text).toMatch(/Calls that couldn(?:'|&#39;)t come/)
  })
})

describe('who may', () => {
  it('shows the pages to admins of the organization only', async () => {
    const id = await storeMove(world)
    const bob = await signedIn(world.app, world.acme, world.bob.userId)
    expect((await bob.get(MOVES)).status).toBe(403)
    expect((await bob.get(`${MOVES}/${id}`)).status).toBe(403)
    const rival = await signedIn(world.app, world.rival, world.mallory.userId)
    expect((await rival.get(`${MOVES}/${id}`)).status).toBe(404)
  })
})
