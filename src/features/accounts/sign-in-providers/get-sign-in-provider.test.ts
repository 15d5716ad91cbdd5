import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../../testing/call.ts'
import { adminsOnly, guardsThings } from '../../../testing/guards.ts'

import { newProvider } from '../../../testing/sign-in-providers-fixtures.ts'
import { type Caller, createWorld, type World } from '../../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})

const send = (caller: Caller | undefined, id: string) => call(world.app, caller, 'GET', `/sign-in-providers/${id}`)
const make = async () => (await newProvider(world)).id

describe('does', () => {
  it('tells a provider without its secret', async () => {
    const { id, domain } = await newProvider(world, { client_secret: 'very-secret' })
    const answer = await send(world.alice, id)
    expect([answer.status, answer.body.data]).toMatchObject([200, { id, domains: [domain], has_client_secret: true }])
    expect(answer.text).not.toContain('very-secret')
  })
})

describe('who may', () => {
  guardsThings({ world: () => world, noun: 'sign-in_provider', make, send })
  adminsOnly({ world: () => world, make, send })
})
