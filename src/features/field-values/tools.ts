/** Field values, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { excerpt, table } from '../../core/tool-text.ts'
import { confirmFieldValues } from './confirm-field-values.ts'
import { decision, VALUES_MAX } from './schema.ts'

const VALUE_TOLD = 200
const wordsOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const tools: readonly Tool[] = [
  defineTool(confirmFieldValues, {
    name: 'confirm_crm_fields',
    title: 'Confirm field values',
    description:
      'Confirms field values of a call, from get_call_details, as proposed or with a value of their own. Only do what a person said. All are taken, or none.',
    args: {
      call_id: idOf('call', 'search_calls'),
      fields: z
        .array(z.strictObject({ key: decision.key.unwrap().describe('Of the field.'), value: decision.value }))
        .min(1)
        .max(VALUES_MAX)
        .describe('Each once.'),
    },
    names: { call_id: 'id', fields: 'intelligence' },
    idempotent: true,
    data: { confirmed: z.array(z.looseObject({ key: z.string(), state: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Field', 'Key', 'Value', 'State'],
        data.map(({ title, key, value, state }) => [title, key, excerpt(wordsOf(value), VALUE_TOLD), state]),
      ),
      data: { confirmed: data.map(({ key, value, state }) => ({ key, value, state })) },
    }),
  }),
]
