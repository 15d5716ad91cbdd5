import { expect, it } from 'vitest'
import { ACCOUNT_ID_MAX, formatAccountId, parseAccountId, readRecordName } from './accounts.ts'

it.each([
  ['4711', 'companies-4711'],
  ['001-x_Y', 'companies-001-x_Y'],
  ['a/b ü', 'companies~YS9iIMO8'],
  ['..', 'companies~Li4'],
])('has one ID for %s', (recordId, id) => {
  expect(formatAccountId({ code: 'companies', recordId })).toBe(id)
  expect(parseAccountId(id)).toEqual({ code: 'companies', recordId })
})

it('encodes the longest CRM ID within the limit', () => {
  const recordId = '😀'.repeat(256)
  const id = formatAccountId({ code: 'companies', recordId })
  expect(id.length).toBeLessThanOrEqual(ACCOUNT_ID_MAX)
  expect(parseAccountId(id)).toEqual({ code: 'companies', recordId })
})

it.each([
  ...['', 'companies', 'companies-', 'companies~', 'contacts-1', 'companies-a b', 'companies~NDcxMQ', 'companies~Li4='],
  ...['companies~AA', 'companies~!', '-1', '~1', `companies-${'x'.repeat(257)}`],
])('refuses %j', (id) => expect(parseAccountId(id)).toBeUndefined())

it('reads the name of a record', () => {
  expect(readRecordName({ domain: 'harbor.example', name: ' Harbor & Vane ' })).toBe('Harbor & Vane')
  expect(readRecordName({ Name: '', Website: 'harbor.example' })).toBe('harbor.example')
  expect(readRecordName({ name: 7 })).toBeUndefined()
})
