import { expect, it } from 'vitest'
import { operations } from '../../catalog.ts'
import { runInLanguage } from '../../core/languages/current.ts'
import { AUDITED_OPERATIONS } from './audit-operations.ts'
import {
  findOperation,
  isTranslatedOperation,
  listOperationChoices,
  nameItem,
  nameOperation,
  showOperation,
} from './audit-words.ts'

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

it('the filter offers the name of each operation that writes, and each name finds its operation', () => {
  const ids = operations.flatMap(({ id, requires }) => (requires.scope === 'write' ? [id] : []))
  expect(ids.filter((id) => !AUDITED_OPERATIONS.includes(id))).toEqual([])
  for (const language of ['en', 'de', 'es', 'fr', 'ja']) {
    runInLanguage(language, () => {
      const lost = AUDITED_OPERATIONS.filter((id) => findOperation(showOperation(id)) !== id)
      expect([language, lost]).toEqual([language, []])
      expect(listOperationChoices()).toHaveLength(AUDITED_OPERATIONS.length)
    })
  }
  expect(['update team', 'updateTeam', 'growWings'].map(findOperation)).toEqual([
    ...['updateTeam', 'updateTeam', 'growWings'],
  ])
})
