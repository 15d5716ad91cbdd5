import { expect, it } from 'vitest'
import { operations } from '../../catalog.ts'
import { isTranslatedOperation, nameItem, nameOperation } from './audit-words.ts'

it('operations and items have the names of the app', () => {
  const names = {
    updateTeam: 'Update team',
    createApiKey: 'Create API key',
    updateConversationTitle: 'Update call title',
    createSnippet: 'Create clip',
    createDeckShares: 'Create presentation shares',
    createSignInLink: 'Create sign-in link',
    signIn: 'Sign in',
    putSamlSettings: 'Save SAML settings',
    syncCrmConnection: 'Sync CRM connection',
    markNotificationsRead: 'Mark notifications as read',
    growWings: 'Grow wings',
  }
  expect(Object.fromEntries(Object.keys(names).map((id) => [id, String(nameOperation(id))]))).toEqual(names)
  expect(['conversation', 'api key', 'field value', 'sign in provider'].map((type) => String(nameItem(type)))).toEqual([
    ...['call', 'API key', 'field value', 'sign-in provider'],
  ])
})

it('the name of each operation that writes can be translated', () => {
  const ids = operations.flatMap(({ id, requires }) => (requires.scope === 'write' ? [id] : []))
  expect(ids.length).toBeGreaterThan(150)
  expect(ids.filter((id) => !isTranslatedOperation(id))).toEqual([])
})
