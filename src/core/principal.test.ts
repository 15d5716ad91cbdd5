import { describe, expect, it } from 'vitest'
import { authorize, findMissingPermission, type OrganizationId, type Principal, type Requirement } from './principal.ts'

const organizationId = '00000000-0000-7000-8000-000000000000' as OrganizationId
const user = { id: '00000000-0000-7000-8000-000000000001', email: 'ann@acme.example', teamIds: [] }
const both = ['read', 'write'] as const
const REP: Principal = { organizationId, user, role: 'SALES_REP', scopes: both, via: 'api_key' }
const ADMIN: Principal = { ...REP, role: 'ADMIN' }
const SESSION: Principal = { ...ADMIN, via: 'session' }
const ORGANIZATION: Principal = { organizationId, role: 'ADMIN', scopes: both, via: 'api_key' }
const READER: Principal = { ...ADMIN, scopes: ['read'], via: 'oauth' }

/** Written by hand from the contract, section “Authentication”. */
const TABLE: readonly [string, Principal, Requirement, string | undefined][] = [
  ['a reader reads', READER, { scope: 'read' }, undefined],
  ['a reader writes', READER, { scope: 'write' }, 'insufficient_scope'],
  ['an admin without scopes reads', { ...ADMIN, scopes: [] }, { scope: 'read' }, 'insufficient_scope'],
  ['a token that only writes reads', { ...ADMIN, scopes: ['write'] }, { scope: 'read' }, 'insufficient_scope'],
  ['a rep writes', REP, { scope: 'write' }, undefined],
  ['a rep does what admins do', REP, { scope: 'write', role: 'ADMIN' }, 'admin_required'],
  ['a manager does what admins do', { ...REP, role: 'MANAGER' }, { scope: 'read', role: 'ADMIN' }, 'admin_required'],
  ['an admin does what admins do', ADMIN, { scope: 'write', role: 'ADMIN' }, undefined],
  ['an organization acts as a user', ORGANIZATION, { scope: 'read', level: 'user' }, 'user_required'],
  ['an organization does what admins do', ORGANIZATION, { scope: 'write', role: 'ADMIN' }, undefined],
  ['an organization acts for itself', ORGANIZATION, { scope: 'write', level: 'organization' }, undefined],
  ["an admin's key acts for the organization", ADMIN, { scope: 'read', level: 'organization' }, 'org_key_required'],
  ['an admin in the app acts for the organization', SESSION, { scope: 'read', level: 'organization' }, undefined],
  [
    'a rep in the app acts for the organization',
    { ...SESSION, role: 'SALES_REP' },
    { scope: 'read', level: 'organization' },
    'org_key_required',
  ],
  ['the scope is named first', { ...REP, scopes: [] }, { scope: 'read', role: 'ADMIN' }, 'insufficient_scope'],
]

describe('permissions', () => {
  it.each(TABLE)('%s', (_, principal, requires, code) => {
    expect(findMissingPermission(principal, requires)?.code).toBe(code)
    const authorized = () => authorize(principal, requires)
    if (code === undefined) authorized()
    else expect(authorized).toThrow(expect.objectContaining({ code, kind: 'forbidden' }))
  })
})
