/** What holds for every operation, checked for each one by its own file. */
import { expect } from 'vitest'
import { type Answer, type Asking, ask, RIVAL_KEY } from './ask.ts'
import { check } from './check.ts'

/** A well-formed id of nothing. */
export const NOTHING = '00000000-0000-7000-8000-000000000000'

export interface Request {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly key?: string
}

const asking = ({ body, key }: Request, more: Asking = {}): Asking => ({
  ...(body === undefined ? {} : { body }),
  ...(key === undefined ? {} : { key }),
  ...more,
})

/** 401 with the body of the contract, which at SCIM has the fields of its errors too: no key, a wrong one, another scheme. */
export function needsKey(request: () => Request): void {
  check('all.c', 'rejects a missing and an invalid key with 401, code and message', async () => {
    const { method, path, body } = request()
    for (const key of [null, 'nonsense', 'Basic YTpi', 'a.b.c']) {
      const answer = await ask(method, path, asking({ method, path, body }, { key }))
      expect([key, answer.status]).toEqual([key, 401])
      const { schemas, detail, status, ...contract } = answer.body
      expect(contract).toEqual({ code: 401, message: expect.any(String) })
      const isScim = path.startsWith('/scim/')
      expect([schemas?.length, detail, status]).toEqual(
        isScim ? [1, contract.message, 401] : [undefined, undefined, undefined],
      )
    }
  })
}

/** Bodies of both media types are taken, and another is refused. */
export function takesBothTypes(request: () => Request, dress: 'resource' | 'scim' = 'resource'): void {
  const other = dress === 'scim' ? 'application/scim+json' : 'application/vnd.api+json'
  check(dress === 'scim' ? 'all.e' : 'all.d', `takes and gives application/json and ${other}`, async () => {
    for (const type of ['application/json', other]) {
      const { method, path, ...rest } = request()
      const answer = await ask(
        method,
        path,
        asking({ method, path, ...rest }, { headers: { 'content-type': type, accept: type } }),
      )
      expect([type, answer.status, answer.text]).toEqual([
        type,
        expect.toSatisfy((s: number) => s < 300),
        expect.any(String),
      ])
      if (answer.text !== '') expect(answer.type?.split(';')[0]).toBe(type)
    }
    const { method, path, ...rest } = request()
    const refused = await ask(method, path, {
      ...asking({ method, path, ...rest }),
      headers: { 'content-type': 'text/plain' },
      direct: true,
    })
    expect(refused.status).toBe(415)
  })
}

/** Both media types of an answer, for operations without a body. */
export function givesBothTypes(request: () => Request, status = 200): void {
  check('all.d', 'returns application/json and application/vnd.api+json', async () => {
    for (const type of ['application/json', 'application/vnd.api+json']) {
      const { method, path, ...rest } = request()
      const answer = await ask(method, path, asking({ method, path, ...rest }, { headers: { accept: type } }))
      expect([answer.status, answer.type?.split(';')[0]]).toEqual([status, type])
    }
  })
}

/** The resource error of the contract, every member and no other. */
export function expectError(answer: Answer, status: number, pointer?: string | RegExp): void {
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
  const { errors: _, ...first } = answer.body
  expect(first).toEqual({
    id: expect.stringMatching(/^[a-z_]+$/),
    status: String(status),
    code: first.id,
    title: expect.any(String),
    detail: expect.any(String),
    source: { pointer: expect.any(String) },
  })
  if (pointer !== undefined)
    expect(first.source.pointer).toEqual(typeof pointer === 'string' ? pointer : expect.stringMatching(pointer))
}

/** The SCIM error of the contract. */
export function expectScimError(answer: Answer, status: number, scimType?: string): void {
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
  expect(answer.body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    detail: expect.any(String),
    status,
    ...(scimType === undefined ? {} : { scimType }),
  })
}

/** The rival organization and an id of nothing are told the same 404. */
export function isHiddenFromRivals(
  request: () => Request,
  unknown: string,
  expected: (answer: Answer, status: number) => void = expectError,
): void {
  check('all.g', 'answers 404 to another organization, as to a thing that does not exist', async () => {
    const { method, path, body } = request()
    const theirs = await ask(method, path, asking({ method, path, body }, { key: RIVAL_KEY }))
    expected(theirs, 404)
    expect((await ask(method, unknown, asking({ method, path, body }, { key: RIVAL_KEY }))).body).toEqual(theirs.body)
  })
}

/** Problem details (RFC 9457) for who asks for them. Past the proxy, which takes every `…+json` for the first one. */
export async function expectProblem({ method, path, body }: Request, status: number): Promise<void> {
  const answer = await ask(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: { accept: 'application/problem+json' },
    direct: true,
  })
  expect(answer.type).toContain('application/problem+json')
  expect(answer.body).toMatchObject({ type: 'about:blank', title: expect.any(String), status })
}
