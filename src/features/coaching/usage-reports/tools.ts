/** Report tools for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { timeArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { getUsageReport } from './get-usage-report.ts'

export const tools: readonly Tool[] = [
  defineTool(getUsageReport, {
    name: 'get_usage_report',
    title: 'Get the usage report',
    description:
      'Returns usage of the organization in a period: calls, minutes, changes, API keys and language model cost, ' +
      'by month and by user, most calls first.',
    args: {
      from: timeArgument(
        'begin',
        'Start of the period, a date or ISO 8601 date-time. Defaults to 30 days before `to`. Example: ' +
          '`2026-10-01`.',
      ),
      to: timeArgument('end', 'End of the period. A date includes that day. Defaults to now. Example: `2026-11-21`.'),
    },
    paged: { max: 500 },
    data: {
      from: z.string(),
      to: z.string(),
      totals: z.looseObject({ calls: z.int(), minutes: z.number() }),
      keys: z.looseObject({}),
      model: z.looseObject({}),
      months: z.array(z.looseObject({})),
      users: z.array(z.looseObject({ id: z.string() })),
    },
    present: ({ data: { from, to, totals, apiKeys, modelCalls, months, users } }) => {
      const people = users.map(({ uuid, email, active, ...user }) => ({
        id: uuid,
        name: `${user.firstName} ${user.lastName}`.trim(),
        email,
        calls: user.conversations,
        minutes: user.minutesRecorded,
        changes: user.writes,
        active,
      }))
      const byMonth = months.map(({ month, conversations, minutesRecorded }) => ({
        ...{ month, calls: conversations, minutes: minutesRecorded },
      }))
      const { conversations: calls, minutesRecorded: minutes, writes: changes } = totals
      const text = [
        lines({
          ...{ From: from, To: to, Calls: calls, Minutes: minutes, Changes: changes },
          'Active users': `${totals.activeUsers} of ${totals.users}`,
          'Valid API keys': `${apiKeys.valid}, ${apiKeys.usedSinceFrom} of them used`,
          'Language model': `${modelCalls.calls} requests, ${modelCalls.failed} failed, ${modelCalls.inputTokens} tokens in, ${modelCalls.outputTokens} out`,
          'Cost of the model': modelCalls.cost ?? 'unknown',
        }),
        table(
          ['Month', 'Calls', 'Minutes'],
          byMonth.map(({ month, calls, minutes }) => [month, calls, minutes]),
          'No calls in any month.',
        ),
        table(
          ['User', 'Email', 'Calls', 'Minutes', 'Changes', 'ID', 'Deactivated'],
          people.map((one) => {
            const { name, email, calls, minutes, changes, id, active } = one
            return [name, email, calls, minutes, changes, id, active ? '' : 'yes']
          }),
        ),
      ]
      return {
        text: text.join('\n\n'),
        data: {
          ...{ from, to, months: byMonth, users: people },
          totals: { calls, minutes, changes, active_users: totals.activeUsers, users: totals.users },
          keys: { valid: apiKeys.valid, used: apiKeys.usedSinceFrom },
          model: {
            ...{ questions: modelCalls.calls, failed: modelCalls.failed, cost: modelCalls.cost },
            ...{ input_tokens: modelCalls.inputTokens, output_tokens: modelCalls.outputTokens },
          },
        },
      }
    },
  }),
]
