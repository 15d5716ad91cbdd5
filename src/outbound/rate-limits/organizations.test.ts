import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnerDatabase } from '../../core/db.ts'
import { cachedLimits, changeOwnLimits, limitsOver, readOwnLimits } from '../../core/organization-limits.ts'
import { createWorld, type World } from '../../testing/world.ts'

const TOOLS = { second: 20, hour: 5_000, day: 50_000 }
const DEFAULTS = { tools: TOOLS, key: TOOLS, user: TOOLS, organization: { second: 1, hour: 2, day: 3 } }
const NOTHING = { second: undefined, hour: undefined, day: undefined }
const NONE = { tools: NOTHING, key: NOTHING, user: NOTHING, organization: NOTHING }
const tools = (own: Partial<Record<'second' | 'hour' | 'day', number>>) => ({ ...NONE, tools: { ...NOTHING, ...own } })

let world: World
let owner: OwnerDatabase
beforeAll(async () => {
  world = await createWorld()
  owner = world.app.store.owner
})

describe('what is arranged with one organization', () => {
  it('is nothing at first, then what was set last, each window by itself', async () => {
    expect(await readOwnLimits(owner, world.acme)).toEqual(NONE)
    expect(await changeOwnLimits(owner, world.acme, { hour: 10 })).toEqual(tools({ hour: 10 }))
    expect(await changeOwnLimits(owner, world.acme, { second: 3, day: 40 })).toEqual(
      tools({ second: 3, hour: 10, day: 40 }),
    )
    expect(await changeOwnLimits(owner, world.acme, { hour: null })).toEqual(tools({ second: 3, day: 40 }))
    expect(await readOwnLimits(owner, world.acme)).toEqual(tools({ second: 3, day: 40 }))
    expect(limitsOver(DEFAULTS, await readOwnLimits(owner, world.acme))).toEqual({
      ...DEFAULTS,
      tools: { second: 3, hour: 5_000, day: 40 },
    })
    expect(await readOwnLimits(owner, world.rival)).toEqual(NONE)
  })

  it('is set for each kind of limit by itself', async () => {
    await changeOwnLimits(owner, world.rival, { second: 9 }, 'user')
    expect(await changeOwnLimits(owner, world.rival, { hour: 8 }, 'organization')).toEqual({
      ...NONE,
      user: { ...NOTHING, second: 9 },
      organization: { ...NOTHING, hour: 8 },
    })
    expect(limitsOver(DEFAULTS, await readOwnLimits(owner, world.rival)).user).toEqual({ ...TOOLS, second: 9 })
    await changeOwnLimits(owner, world.rival, { second: null }, 'user')
    await changeOwnLimits(owner, world.rival, { hour: null }, 'organization')
  })

  it('is one row when two set it at once', async () => {
    await Promise.all([
      changeOwnLimits(owner, world.rival, { second: 1 }),
      changeOwnLimits(owner, world.rival, { hour: 2 }),
      changeOwnLimits(owner, world.rival, { day: 3 }),
    ])
    expect(await readOwnLimits(owner, world.rival)).toEqual(tools({ second: 1, hour: 2, day: 3 }))
  })

  it('is never zero', async () => {
    await expect(changeOwnLimits(owner, world.acme, { second: 0 })).rejects.toThrow(/check constraint/)
  })
})

describe('the limits that hold', () => {
  /** A database that counts statements and can fail. */
  function counting() {
    const state = { asked: 0, away: false }
    const query: OwnerDatabase['query'] = async (sql, parameters) => {
      state.asked += 1
      if (state.away) throw new Error('it is away')
      return owner.query(sql, parameters)
    }
    return { state, owner: { ...owner, query } }
  }

  it('are read once, also for many at once, and for those with nothing of their own', async () => {
    const { state, owner: counted } = counting()
    const limitsOf = cachedLimits(counted, DEFAULTS)
    await changeOwnLimits(owner, world.acme, { second: 3, hour: null, day: null })
    const answers = await Promise.all(Array.from({ length: 20 }, () => limitsOf(world.acme)))
    expect(new Set(answers.map((limits) => JSON.stringify(limits))).size).toBe(1)
    expect(await limitsOf(world.acme)).toEqual({ ...DEFAULTS, tools: { ...TOOLS, second: 3 } })
    const nobody = '00000000-0000-7000-8000-000000000000' as World['acme']
    expect([await limitsOf(nobody), await limitsOf(nobody)]).toEqual([DEFAULTS, DEFAULTS])
    expect(state.asked).toBe(2)
  })

  it('are told to be unknown when they cannot be read, and are read by the next', async () => {
    const { state, owner: counted } = counting()
    const limitsOf = cachedLimits(counted, DEFAULTS)
    state.away = true
    await expect(limitsOf(world.acme)).rejects.toThrow('it is away')
    state.away = false
    expect(await limitsOf(world.acme)).toEqual({ ...DEFAULTS, tools: { ...TOOLS, second: 3 } })
  })
})
