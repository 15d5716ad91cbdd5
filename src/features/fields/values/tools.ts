/** Tools of field values. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { excerpt, table } from '../../../core/tool-text.ts'
import { confirmFieldValues } from './confirm-field-values.ts'
import { decision, VALUES_MAX } from './schema.ts'

const VALUE_TOLD = 200
const formatValue = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

export const tools: readonly Tool[] = [
  defineTool(confirmFieldValues, {
    name: 'confirm_crm_fields',
    title: 'Confirm field values',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Confirms or corrects field values of a call, from get_call_details. Confirm only values that the user approved. If one entry is invalid, nothing changes. Can send the values to a CRM. Safe to repeat.',
    args: {
      call_id: idArgument('call', 'search_calls'),
      fields: z
        .array(
          z.strictObject({
            key: decision.key.unwrap().describe('Key of the field, from get_call_details. Example: `next_step`.'),
            value: decision.value.describe('New value of the type of the field. Defaults to the proposed value.'),
          }),
        )
        .min(1)
        .max(VALUES_MAX)
        .describe('Fields to confirm, each at most once.'),
    },
    names: { call_id: 'id', fields: 'intelligence' },
    data: { confirmed: z.array(z.looseObject({ key: z.string(), state: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Field', 'Key', 'Value', 'State'],
        data.map(({ title, key, value, state }) => [title, key, excerpt(formatValue(value), VALUE_TOLD), state]),
      ),
      data: { confirmed: data.map(({ key, value, state }) => ({ key, value, state })) },
    }),
  }),
]
