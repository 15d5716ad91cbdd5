import { describe, expect, it } from 'vitest'
import { AppError, conflict, forbidden, invalid, notFound, tooLarge, unauthenticated } from '../../core/errors.ts'
import { WorkerTaskError } from '../../core/worker-pool.ts'
import { errorAnswer } from './error-bodies.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const PROBLEM = 'application/problem+json'
const two = invalid({ pointer: '/title', detail: 'Too long.' }, { pointer: '/query/size', detail: 'Too large.' })

describe('a resource error', () => {
  it.each([
    [invalid({ pointer: '/title', detail: 'Too long.' }), 400, 'validation_failed', '/title'],
    [forbidden('admin_required', 'This needs the admin role.'), 403, 'admin_required', ''],
    [notFound('CRM record'), 404, 'crm_record_not_found', '/path/id'],
    [notFound('team', '/query/teamUUID'), 404, 'team_not_found', '/query/teamUUID'],
    [conflict('email_taken', 'There is one.', '/email'), 409, 'email_taken', '/email'],
    [tooLarge('Too large.'), 413, 'content_too_large', ''],
    [new AppError('method_not_allowed', 'method_not_allowed', 'Method not allowed', []), 405, 'method_not_allowed', ''],
    [new AppError('unsupported_media_type', 'unsupported_media_type', 'No', []), 415, 'unsupported_media_type', ''],
  ])('of %s has status %i as a number and as text', (error, status, code, pointer) => {
    const answer = errorAnswer(error, undefined, 'request-1')
    expect(answer).toEqual({
      status,
      contentType: JSON_TYPE,
      body: {
        id: code,
        status: String(status),
        code,
        title: error.title,
        detail: expect.any(String),
        source: { pointer },
      },
    })
  })

  it('tells all problems beside the members of the first', () => {
    const { body } = errorAnswer(two, undefined, 'request-1')
    const one = (pointer: string, detail: string) => ({
      id: 'validation_failed',
      status: '400',
      code: 'validation_failed',
      title: 'Validation failed',
      detail,
      source: { pointer },
    })
    expect(body).toEqual({
      ...one('/title', 'Too long.'),
      errors: [one('/title', 'Too long.'), one('/query/size', 'Too large.')],
    })
  })
})

describe('a computation that was stopped', () => {
  it('has status 413 with its limits if it exceeded them', () => {
    const error = new WorkerTaskError('The task x was stopped: time.', { milliseconds: 240_000, heapMegabytes: 2_048 })
    const { status, retryAfter, body } = errorAnswer(error, undefined, 'request-1')
    expect([status, retryAfter]).toEqual([413, undefined])
    expect(body).toMatchObject({
      code: 'content_too_large',
      detail: expect.stringContaining('Maximum 240 seconds and 2048 MB of memory.'),
    })
  })

  it('has status 503 and can be repeated if its thread ended', () => {
    const error = new WorkerTaskError('The process is stopping.')
    const { status, retryAfter, body } = errorAnswer(error, undefined, 'request-1')
    expect([status, retryAfter]).toEqual([503, 5])
    expect(body).toMatchObject({ code: 'computation_interrupted' })
  })
})

describe('an error of the server', () => {
  it.each([
    new Error('the password is hunter2'),
    new AppError('internal', 'x', 'hunter2', []),
    'hunter2',
    undefined,
    { hunter2: 1 },
  ])('has the id of the request and nothing of the inside', (error) => {
    for (const accept of [undefined, PROBLEM]) {
      const answer = errorAnswer(error, accept, 'request-1')
      expect(answer.status).toBe(500)
      expect(JSON.stringify(answer)).not.toContain('hunter2')
      expect(JSON.stringify(answer)).toContain('request-1')
    }
    expect(errorAnswer(error, undefined, 'request-1').body).toEqual({
      code: expect.stringMatching(/^[a-z_]+$/),
      detail: expect.any(String),
      id: 'request-1',
      title: 'Internal server error',
    })
  })
})

describe('a refusal of the caller', () => {
  it('is code and message, and nothing else', () => {
    expect(errorAnswer(unauthenticated('An API key is required.'), 'application/json', 'request-1')).toEqual({
      status: 401,
      contentType: JSON_TYPE,
      body: { code: 401, message: 'An API key is required.' },
    })
  })

  it('has code and message whatever is accepted: the contract has no other 401', () => {
    for (const accept of [undefined, '*/*', 'application/vnd.api+json', PROBLEM, `${PROBLEM}, */*`]) {
      const { status, body } = errorAnswer(unauthenticated('An API key is required.'), accept, 'request-1')
      expect([accept, status, body]).toEqual([
        accept,
        401,
        expect.objectContaining({ code: 401, message: 'An API key is required.' }),
      ])
    }
  })
})

describe('the dress', () => {
  it.each([PROBLEM, `application/json, ${PROBLEM}`, `${PROBLEM};q=0.9, */*;q=0.1`, 'Application/Problem+JSON'])(
    'is problem details when %s is accepted',
    (accept) => {
      const answer = errorAnswer(two, accept, 'request-1')
      expect(answer.contentType).toBe(`${PROBLEM}; charset=utf-8`)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        type: 'about:blank',
        title: 'Validation failed',
        status: 400,
        detail: 'Too long.',
        code: 'validation_failed',
        errors: [
          { pointer: '/title', detail: 'Too long.' },
          { pointer: '/query/size', detail: 'Too large.' },
        ],
      })
    },
  )

  it.each([undefined, '', '*/*', 'application/json', 'text/html', 'application/xml;q=0.9'])(
    'is a resource error in plain JSON when %j is accepted',
    (accept) => {
      expect(errorAnswer(two, accept, 'request-1')).toMatchObject({ contentType: JSON_TYPE, body: { status: '400' } })
    },
  )

  it('is a resource error in the other JSON when that one is accepted', () => {
    const { contentType, body } = errorAnswer(two, 'application/vnd.api+json', 'request-1')
    expect([contentType, body]).toEqual([
      'application/vnd.api+json; charset=utf-8',
      expect.objectContaining({ status: '400' }),
    ])
  })
})

describe('the SCIM dress', () => {
  const dressed = (error: unknown, accept?: string) => errorAnswer(error, accept, 'r-1', 'scim')

  it('tells schemas, detail, an integer status, and the word of RFC 7644 where there is one', () => {
    expect(dressed(new AppError('conflict', 'uniqueness', 'Conflict', [{ pointer: '', detail: 'Taken.' }]))).toEqual({
      status: 409,
      contentType: 'application/json; charset=utf-8',
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        scimType: 'uniqueness',
        detail: 'Taken.',
        status: 409,
      },
    })
    expect(dressed(notFound('user')).body).not.toHaveProperty('scimType')
    expect(dressed(invalid({ pointer: '/userName', detail: 'Missing.' })).body).toMatchObject({
      scimType: 'invalidValue',
      detail: 'Missing. (/userName)',
      status: 400,
    })
  })

  it('is application/scim+json for who asks for it', () => {
    expect(dressed(notFound('user'), 'application/scim+json').contentType).toBe('application/scim+json; charset=utf-8')
  })

  it('has the fields of the contract and of SCIM in a 401, and tells nothing of the inside', () => {
    expect(dressed(unauthenticated('No key.')).body).toEqual({
      ...{ code: 401, message: 'No key.' },
      ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail: 'No key.', status: 401 },
    })
    const { status, body } = dressed(new Error('select * from users'))
    expect(status).toBe(500)
    expect(JSON.stringify(body)).not.toContain('users')
  })
})
