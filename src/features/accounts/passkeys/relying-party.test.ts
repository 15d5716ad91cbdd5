import { expect, it } from 'vitest'
import { newId } from '../../../core/clock.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { findRelyingParty, readUserHandle, requireRelyingParty, toUserHandle } from './relying-party.ts'

it.each([
  ['https://parley.example', { id: 'parley.example', origin: 'https://parley.example' }],
  ['https://parley.example:8443', { id: 'parley.example', origin: 'https://parley.example:8443' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://127.0.0.1:8080', undefined],
  ['https://192.0.2.1', undefined],
  ['https://[2001:db8::1]', undefined],
  ['http://parley.example', undefined],
])('knows what browsers accept at %s', (url, party) => {
  expect(findRelyingParty(url)).toEqual(party)
  if (party === undefined) expect(() => requireRelyingParty(url)).toThrow()
})

it('reads organization and user from the handle of a passkey', () => {
  const [org, userId] = [newId() as OrganizationId, newId()]
  const handle = Buffer.from(toUserHandle(org, userId)).toString('base64url')
  expect(readUserHandle(handle)).toEqual({ org, userId })
  expect(readUserHandle(handle.slice(4))).toBeUndefined()
})
