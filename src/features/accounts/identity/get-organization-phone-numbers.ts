import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { selectPhoneNumbers } from './queries-phone-numbers.ts'

export const organizationPhoneNumbers = z.object({
  phoneNumbers: z
    .array(z.string())
    .describe('Numbers with country code, and beginnings of several numbers with a star, sorted.'),
})

export const getOrganizationPhoneNumbers = defineOperation({
  id: 'getOrganizationPhoneNumbers',
  summary: 'Get the phone numbers of the organization',
  description:
    'Returns the telephone numbers that belong to the organization. A participant without an email address is inside if ' +
    'its name or ID is one of these numbers. Requires the admin role.',
  tag: 'Organization',
  input: z.object({}),
  output: organizationPhoneNumbers,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/organizations/phone-numbers', ...inData(organizationPhoneNumbers) },
  handle: async (_, ctx) => ({ phoneNumbers: await selectPhoneNumbers(ctx.db, ctx.org) }),
})
