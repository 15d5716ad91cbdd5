/** Tests of an operation on one resource of the organization Acme: callers that get 401, 403 or 404. */
import { expect, it } from 'vitest'
import type { Answer } from './call.ts'
import { MALFORMED_IDS, NOBODY, notFound, resourceError } from './refusals.ts'
import type { Caller, World } from './world.ts'

export interface Guarded {
  readonly world: () => World
  /** Noun of the 404. */
  readonly noun: string
  /** Pointer to the ID in errors. Defaults to `/path/id`. */
  readonly pointer?: string
  /** Creates a resource for the operation. @returns its ID */
  readonly make: () => Promise<string>
  readonly send: (caller: Caller | undefined, id: string) => Promise<Answer>
  /** Callers of another organization with the permissions of the operation. Defaults to both. */
  readonly strangers?: () => readonly Caller[]
  /** Caller with the permissions of the operation, for malformed IDs. Defaults to the organization-level key. */
  readonly caller?: () => Caller
}

export function guardsThings({ world, noun, pointer = '/path/id', make, send, ...who }: Guarded): void {
  it('answers 401 with code and message, and nothing else, to a caller without a key', async () => {
    for (const id of [await make(), NOBODY]) {
      const answer = await send(undefined, id)
      expect([answer.status, answer.body]).toEqual([401, { code: 401, message: expect.any(String) }])
    }
  })

  it('answers another organization as if the resource did not exist', async () => {
    const id = await make()
    for (const caller of who.strangers?.() ?? [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, notFound(noun, pointer)])
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
    }
  })

  it('answers malformed ids like unknown ones', async () => {
    const caller = who.caller?.() ?? world().org
    for (const id of MALFORMED_IDS) {
      const answer = await send(caller, id)
      expect([id, answer.status, answer.body]).toEqual([id, 404, notFound(noun, pointer)])
    }
  })
}

/** Tests that the operation accepts admins and organization-level keys, and rejects others before it reads the resource. */
export function adminsOnly({ world, make, send }: Pick<Guarded, 'world' | 'make' | 'send'>): void {
  it('accepts admins and org-level keys, and nobody else', async () => {
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
