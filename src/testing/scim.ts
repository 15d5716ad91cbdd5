/** What tests of SCIM operations have in common: how they are called, and the refusals each must give. */
import { expect, it } from 'vitest'
import { type Answer, type CallOptions, call } from './call.ts'
import { MALFORMED_IDS, NOBODY } from './refusals.ts'
import { unauthorized } from './unauthorized.ts'
import type { Caller, World } from './world.ts'

export const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error'
export const USER_URN = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_URN = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const ENTERPRISE_URN = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const PARLEY_URN = 'urn:parley:params:scim:schemas:extension:1.0:User'
export const PATCH_URN = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Every member a SCIM error has, and no other. */
export const scimError = (status: number, scimType?: string) => ({
  schemas: [ERROR_URN],
  ...(scimType === undefined ? {} : { scimType }),
  detail: expect.stringMatching(/^[A-Z`].*/),
  status,
})

type Method = Parameters<typeof call>[2]

/** Calls below `/v2/scim` as an identity provider does, with an org-level key. */
export const scimOf =
  (world: () => World) =>
  (
    method: Method,
    path: string,
    body?: unknown,
    options: CallOptions & { caller?: Caller | 'nobody' } = {},
  ): Promise<Answer> =>
    call(
      world().app,
      options.caller === 'nobody' ? undefined : (options.caller ?? world().org),
      method,
      `/scim${path}`,
      {
        ...(body === undefined ? {} : { body }),
        ...options,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...options.headers },
      },
    )

export const patchOf = (...Operations: unknown[]) => ({ schemas: [PATCH_URN], Operations })

/** The id of a new user of acme. */
export async function makeUser(world: World, given: Record<string, unknown>): Promise<string> {
  return made(await call(world.app, world.org, 'POST', '/scim/Users', { body: given }))
}

/** The id of a new group of acme. */
export async function makeGroup(world: World, displayName: string, members: readonly string[] = []): Promise<string> {
  const body = { displayName, members: members.map((value) => ({ value })) }
  return made(await call(world.app, world.org, 'POST', '/scim/Groups', { body }))
}

function made(answer: Answer): string {
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

type Send = (caller: Caller | undefined, id: string) => Promise<Answer>

/** Who may: the same for all of SCIM. */
export function guardsScim(world: () => World, send: (caller: Caller | undefined) => Promise<Answer>): void {
  it('is nobody without a key: 401 with code and message, and the fields of a SCIM error', async () => {
    const answer = await send(undefined)
    expect([answer.status, answer.body]).toEqual([401, unauthorized('scim')])
  })

  it('is admins and org-level keys, and nobody else', async () => {
    for (const caller of [world().mark, world().bob, world().carol]) {
      const answer = await send(caller)
      expect([answer.status, answer.body]).toEqual([403, scimError(403)])
    }
    for (const caller of [world().org, world().alice]) expect((await send(caller)).status).toBeLessThan(300)
  })
}

/** Tests of an operation at an id. @param make the id of something of acme */
export function guardsScimId(world: () => World, make: () => Promise<string>, send: Send): void {
  it('is not the rival, who gets the words for a thing that does not exist', async () => {
    const id = await make()
    for (const caller of [world().mallory, world().rivalOrg]) {
      const answer = await send(caller, id)
      expect([answer.status, answer.body]).toEqual([404, scimError(404)])
      expect(answer.body).toEqual((await send(caller, NOBODY)).body)
    }
    expect((await send(world().org, id.toUpperCase())).status).toBeLessThan(300)
  })

  it.each(MALFORMED_IDS)('finds nothing at the malformed id %s', async (id) => {
    const answer = await send(world().org, id)
    expect([answer.status, answer.body]).toEqual([404, scimError(404)])
  })
}
