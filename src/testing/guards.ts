/** Tests of an operation at the id of a thing of acme: who gets 401, 404 and 403 there. */
import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { MALFORMED_IDS, NOBODY, notFound, resourceError } from './refusals.ts'
import type { Caller, World } from './world.ts'

export interface Guarded {
  readonly world: () => World
  /** The noun of the 404, and the pointer to the id. */
  readonly noun: string
  readonly pointer?: string
  /** The id of a thing that the operation works on. */
  readonly make: () => Promise<string>
  readonly send: (caller: Caller | undefined, id: string) => Promise<Answer>
  /** Callers of another organization that get as far as looking for the thing. Default: both. */
  readonly strangers?: () => readonly Caller[]
  /** Who may ask for it, to look with at malformed ids. Default: the org-level key. */
  readonly caller?: () => Caller
}

export function guardsThings({ world, noun, pointer = '/path/id', make, send, ...who }: Guarded): void {
  it('answers 401 with code and message, and nothing else, to a caller without a key', async () => {
    for (const id of [await make(), NOBODY]) {
      const answer = await send(undefined, id)
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    }
  })

  it('answers the rival as if there were no such thing', async () => {
    const id = await make()
    for (const caller of who.strangers?.() ?? [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound(noun, pointer)])
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
    }
  })

  it('answers malformed ids like those of nothing', async () => {
    const caller = who.caller?.() ?? world().org
    for (const id of MALFORMED_IDS) {
      const answer = await send(caller, id)
      expect([id, answer.status, answer.body]).toEqual([id, 404, notFound(noun, pointer)])
    }
  })
}

/** The operation takes admins and org-level keys, and tells everyone else so before it looks. */
export function adminsOnly({ world, make, send }: Pick<Guarded, 'world' | 'make' | 'send'>): void {
  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world().org, world().alice]) {
      expect((await send(caller, await make())).status).toBeLessThan(300)
    }
    const id = await make()
    for (const caller of [world().mark, world().bob, world().carol]) {
      for (const one of [id, NOBODY]) {
        const answer = await send(caller, one)
        expect([answer.status, answer.body]).toEqual([403, resourceError(403, 'admin_required', '')])
      }
    }
  })
}
