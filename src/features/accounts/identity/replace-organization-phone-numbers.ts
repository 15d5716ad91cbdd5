import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { organizationPhoneNumbers } from './get-organization-phone-numbers.ts'
import { replacePhoneNumbers, selectPhoneNumbers } from './queries-phone-numbers.ts'
import { PHONE_NUMBERS_MAX, phonePattern } from './schema.ts'

export const replaceOrganizationPhoneNumbers = defineOperation({
  id: 'replaceOrganizationPhoneNumbers',
  summary: 'Replace the phone numbers of the organization',
  description:
    'Replaces all telephone numbers of the organization. They decide the side of participants without an email address ' +
    'in conversations that are imported later. Stored conversations keep their sides. Safe to repeat. Requires the ' +
    'admin role.',
  tag: 'Organization',
  input: z.object({
    phoneNumbers: z
      .array(phonePattern)
      .max(PHONE_NUMBERS_MAX)
      .transform((numbers) => [...new Set(numbers)])
      .describe(
        `All numbers, at most ${PHONE_NUMBERS_MAX.toLocaleString('en')}. Each has a country code and 4 to 15 digits. A ` +
          'star at the end includes all numbers that start like this. Example: `["+14155550100", "+4930123*"]`.',
      ),
  }),
  output: organizationPhoneNumbers,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/phone-numbers', ...inData(organizationPhoneNumbers) },
  handle: ({ phoneNumbers }, ctx) =>
    ctx.transact(async (tx) => {
      await replacePhoneNumbers(tx, ctx.org, phoneNumbers)
      ctx.addAuditTarget('organization', ctx.org)
      return { phoneNumbers: await selectPhoneNumbers(tx, ctx.org) }
    }),
})
